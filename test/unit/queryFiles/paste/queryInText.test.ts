import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyLanguages } from '#src/protocol/codeTargets';
import { copiedRequest } from '#src/exports/copiedRequests/copiedRequest';
import type { Dataset } from '#src/market/datasets/dataset';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { marketZone } from '#src/market/time/deliveryDay';
import { readQuery, type Query } from '#src/market/query/query';
import { mostInQueryText, queryInText } from '#src/queryFiles/paste/queryInText';
import { targetOf } from '#src/request/requestTarget';
import { oddConnection, odd } from '../../exports/runCopies';
import { propertyRuns } from '../../propertyRuns';
import { anyCharacter } from '../../anyText';

const now = Date.parse('2026-03-20T10:00:00Z');

/** The query in the text, as a word or an object. */
function asked(text: string) {
  const read = queryInText(text);
  return 'asked' in read ? read.asked : read.problem;
}

const prices = (parameters: Record<string, string>) => ({ dataset: 'dayahead-prices', parameters });

/** A value for every parameter of the dataset, as a person enters it. */
function inputsFor({ parameters }: Dataset): Record<string, string> {
  const values = {
    instant: 'tomorrow',
    date: 'today-3d',
    powerHour: '2026-03-20T10:00:00Z',
    deliveryArea: 'NO1',
    currency: 'EUR',
    choice: `Off-peak 1 ${odd}`,
    text: `North Sea Link ${odd}`,
  };
  return Object.fromEntries(
    parameters.map(({ name, kind, several }) => [name, several ? 'NO1,SE3' : values[kind]]),
  );
}

function checked(dataset: string, parameters: Readonly<Record<string, string>>): Query {
  const read = readQuery(dataset, parameters, now, marketZone);
  if ('query' in read) return read.query;
  throw new Error(read.problems.map(({ message }) => message).join(' '));
}

const connection = oddConnection('https://trader:hunter2@service.example.invalid', 'basic');

describe.each(datasets)('$id', (dataset) => {
  const query = checked(dataset.id, inputsFor(dataset));
  const url = connection.baseUrl + targetOf(query, connection);

  it.each(copyLanguages)('is found in its own copy as %s, in the words of the query', (target) => {
    const text = copiedRequest(target, { ...query, connection });
    expect(asked(text)).toEqual({
      dataset: dataset.id,
      parameters: { ...query.parameters, ...query.days?.words },
    });
    const again = asked(text.replaceAll('\n', '\r\n'));
    expect(typeof again === 'object' && checked(again.dataset, again.parameters)).toEqual(query);
  });

  it('is found in its address, its path, a request line, and curl', () => {
    const path = targetOf(query, connection);
    const quoted = `'${url.replaceAll("'", `'\\''`)}'`;
    const texts = [
      url,
      `  <${url}>\n`,
      path,
      path.slice(1),
      `GET ${url} HTTP/1.1\r\nAuthorization: Bearer hunter2\r\n\r\n`,
      `GET {{host}}${path}`,
      `curl ${quoted}`,
    ];
    for (const text of texts) {
      expect(asked(text)).toEqual({ dataset: dataset.id, parameters: query.parameters });
    }
  });

  it('is found by the path in the description of the API, below any base address', () => {
    const path = dataset.path.replace('{venue}', 'venue');
    for (const text of [`GET {base_url}${path}`, `{base_url}${path}`, `GET ${path}`, dataset.path]) {
      expect(asked(text)).toEqual({ dataset: dataset.id, parameters: {} });
    }
  });
});

describe('an address', () => {
  it('is matched by the longest path that ends its own', () => {
    const of = (path: string) => asked(`https://h.example.invalid${path}`);
    expect(of('/v9/prices/dayahead/prices/areaBlock')).toMatchObject({
      dataset: 'dayahead-prices-alternate',
    });
    expect(of('/x/dayahead/prices/areaBlock#top')).toMatchObject({ dataset: 'dayahead-prices' });
    expect(of('/uk/v2/other%20venue/flows/areaPrice')).toMatchObject({ dataset: 'uk-flows' });
    for (const path of ['/dayahead/prices/areaBlocks', '/dayahead/prices', '/uk/v2/flows/areaPrice', '/']) {
      expect(of(path)).toMatch(/doesn't contain a query/);
    }
  });

  it('with a repeated parameter requests the whole list, and is rejected if only one value is possible', () => {
    expect(asked('/dayahead/prices/areaBlock?deliveryarea=NO1&deliveryarea=SE3')).toEqual(
      prices({ deliveryarea: 'NO1,SE3' }),
    );
    expect(asked('/dayahead/prices/areaBlock?currency=EUR&currency=EUR')).toEqual(
      prices({ currency: 'EUR' }),
    );
    expect(asked('/dayahead/prices/areaBlock?currency=EUR&currency=NOK')).toBe(
      '"currency" is given more than once, with different values.',
    );
  });

  it("doesn't query all areas because a parameter has no value", () => {
    for (const text of ['deliveryarea=', 'deliveryarea', 'deliveryarea=%20', 'deliveryarea=&deliveryarea=']) {
      const read = asked(`/dayahead/prices/areaBlock?${text}`);
      expect(() => typeof read === 'object' && checked(read.dataset, read.parameters)).toThrow(/be empty/);
    }
    const list = asked('/dayahead/prices/areaBlock?deliveryarea=NO1&deliveryarea=');
    expect(() => typeof list === 'object' && checked(list.dataset, list.parameters)).toThrow(/extra comma/);
    expect(asked('/dayahead/prices/areaBlock?currency=EUR&currency=')).toMatch(/more than once/);
  });

  it("keeps the offset of a time whose plus sign isn't encoded, and reads others as spaces", () => {
    const text =
      '/dayahead/prices/areaBlock?startTime=2026-03-20T00:00+01:00&blockname=Off-peak+1&status=%50%';
    expect(asked(text)).toEqual(
      prices({ startTime: '2026-03-20T00:00+01:00', blockname: 'Off-peak 1', status: '%50%' }),
    );
  });

  it("keeps parameters that the dataset doesn't know, so that the check names them", () => {
    expect(asked('/dayahead/prices/areaBlock?area=NO1&__proto__=x')).toEqual({
      dataset: 'dayahead-prices',
      parameters: Object.fromEntries([
        ['area', 'NO1'],
        ['__proto__', 'x'],
      ]),
    });
  });

  it('may have repeated slashes in its path, and names of parameters in any case', () => {
    expect(asked('https://h.example.invalid/api//dayahead///prices/areaBlock?deliveryArea=NO1')).toEqual(
      prices({ deliveryarea: 'NO1' }),
    );
    expect(asked('/dayahead/prices/areaBlock?DeliveryArea=NO1&deliveryarea=SE3&Currency=EUR')).toEqual(
      prices({ deliveryarea: 'NO1,SE3', currency: 'EUR' }),
    );
    expect(asked('/dayahead/prices/areaBlock?currency=EUR&Currency=NOK')).toMatch(/more than once/);
    expect(asked('//prices//dayahead//prices//areaBlock')).toEqual({
      dataset: 'dayahead-prices-alternate',
      parameters: {},
    });
    expect(asked('/dayahead/prices/areablock?deliveryarea=NO1')).toMatch(/doesn't contain a query/);
  });
});

describe("a gateway's key in a request", () => {
  const url = 'https://h.example.invalid/api/dayahead/prices/areaBlock?deliveryarea=NO1';
  it.each([
    'subscription-key',
    'Subscription-Key',
    'api_key',
    'api-key',
    'apikey',
    'apiKey',
    'access_token',
    'token',
    'key',
    'code',
    'sig',
    '%6Bey',
  ])('named %s is left out, even if it occurs twice or is a variable', (name) => {
    for (const key of [`${name}=canary-3f9`, `${name}=canary-3f9&${name}=canary-4f0`, `${name}={{key}}`]) {
      for (const text of [`${url}&${key}`, `curl '${url}&${key}'`, `GET ${url}&${key} HTTP/1.1`]) {
        expect(asked(text)).toEqual(prices({ deliveryarea: 'NO1' }));
      }
    }
  });

  it('is known by its whole name only, because any other name may be a mistyped parameter', () => {
    expect(asked(`${url}&keys=NO2&currencycode=EUR`)).toEqual(
      prices({ deliveryarea: 'NO1', keys: 'NO2', currencycode: 'EUR' }),
    );
  });

  it("isn't the name of a parameter", () => {
    const names = datasets.flatMap(({ parameters }) => parameters.map(({ name }) => name));
    const text = names.map((name) => `${name}=1`).join('&');
    expect(asked(`/dayahead/prices/areaBlock?${text}`)).toMatchObject({
      parameters: Object.fromEntries(names.map((name) => [name, '1'])),
    });
  });
});

describe('text around a URL', () => {
  const host = 'https://h.example.invalid/api/dayahead/prices/areaBlock';
  const url = `${host}?deliveryarea=NO1&currency=EUR`;
  const both = prices({ deliveryarea: 'NO1', currency: 'EUR' });

  it.each([
    ['quotation marks', `curl -sSL '${url}' -H "Authorization: Bearer $TOKEN" | jq .`],
    ['no quotation marks', `$ /usr/bin/curl ${url} --compressed`],
    ['an escaped separator', `curl ${url.replace('&', '\\&').replace('?', '\\?')}`],
    ['options on more lines', `curl -X GET \\\n  -H 'Accept: */*' \\\n  "${url}" \\\n  -u trader:hunter2`],
    ['a copy of the browser for cmd', `curl ^"${url.replace('&', '^&')}^" ^\r\n  -H ^"accept: */*^"`],
    ['PowerShell', `PS C:\\> $prices = Invoke-RestMethod -Uri '${url}' -Method Get -Headers $headers`],
    ['a variable for the host', `curl "$BASE_URL/dayahead/prices/areaBlock?deliveryarea=NO1&currency=EUR"`],
    [
      'a sign-in before it',
      `curl -X POST -d grant_type=password https://h.example.invalid/token\ncurl '${url}'`,
    ],
    [
      'an .http file',
      `@base = h\nPOST {{base}}/token\nContent-Type: x\n\ngrant_type=password\n\n###\nGET {{ base }}/dayahead/prices/areaBlock?deliveryarea=NO1&currency=EUR HTTP/1.1\nAccept: */*`,
    ],
    [
      'a sign-in in the same function',
      `async function prices() {\n  const token = await fetch(signIn, { method: 'POST', body });\n  return fetch('${url}', {\n    headers,\n  });\n}`,
    ],
    ['Python', `response = requests.get(\n    "${url}",\n    headers=headers,\n)`],
    [
      'http.client of Python',
      `payload = ''\nconn.request("GET", "//dayahead/prices/areaBlock?deliveryarea=NO1&currency=EUR", payload, headers)`,
    ],
    ['fetch', `await fetch("${url}", {\n  "headers": {},\n  "body": null,\n  "method": "GET"\n});`],
    [
      'a log line',
      `2026-03-20 10:00:00 INFO "GET ${url} HTTP/1.1" 200 1234 status=200 date=today "-" "curl/8.5"`,
    ],
    ['a nested JSON text', JSON.stringify({ log: JSON.stringify({ url: url.replaceAll('/', '\\/') }) })],
    ['escapes of JSON', `{"url":"${url.replaceAll('/', '\\/').replace('&', '\\u0026')}","status":200}`],
    ['a line of JSON text', JSON.stringify({ text: `GET ${url}\nAccept: */*` })],
    ['HTML', `<a href="${url.replace('&', '&amp;')}">the &amp;nbsp;prices</a>`],
    ['escaped HTML', `&lt;a href=&quot;${url.replace('&', '&amp;')}&quot;&gt;`],
    ['a link of Markdown', `See [${url}](${url}), please.`],
    ['bold text', `**${url}** is slow`],
    ['a link of a chat', `<${url.replace('&', '&amp;')}|prices>`],
    ['angle brackets', `<${url}>`],
    ['brackets and a full stop', `This one is empty (${url}).`],
    ['a question', `Have you tried ${url}?`],
    ['typographic quotation marks', `“${url}”, he said`],
    ['single quotation marks of a sentence', `'see ${url}', he said`],
    ['a list', `${url},https://h.example.invalid/other?startTime=today`],
    ['a proxy', `https://proxy.example.invalid/fetch?url=${url}`],
    ['another URL with other parameters', `${url}\n${host}?startTime=today`],
    ['a fragment', `${url}#top`],
  ])('is ignored: %s', (_, text) => {
    expect(asked(text)).toEqual(both);
  });

  it('does not change the text of a value', () => {
    const block = prices({ blockname: "Off-peak 1's" });
    expect(asked(`curl "${host}?blockname=Off-peak 1's"`)).toEqual(block);
    expect(asked(`curl '${host}?blockname=Off-peak%201'\\''s'`)).toEqual(block);
    expect(asked(`${host}?blockname=Off-peak+1's`)).toEqual(block);
    expect(asked(`(${host}?blockname=Base(1))`)).toEqual(prices({ blockname: 'Base(1)' }));
  });

  it.each([
    ['-G', `curl -G ${host} -d deliveryarea=NO1`],
    ['-sSLG', `curl -sSLG --url ${host}`],
    ['--get', `curl --get \\\n  ${host}`],
    ['-d', `curl ${url} -d startTime=today`],
    ['-d', `curl ${url} -d@query`],
    ['--data', `curl ${url} --data "$QUERY"`],
    ['--data-urlencode', `curl -H 'Accept: */*' \\\n --data-urlencode startTime@file ${url}`],
    ['--url-query', `curl ${url} \\\n  --url-query startTime=today`],
    ['--form', `curl --form a=b ${host}`],
    ['-Body', `Invoke-RestMethod '${host}' \`\r\n  -Body @{ status = 'O' }`],
    ['-d', `curl -d currency=EUR ^\n  ${host}`],
    ['params', `requests.get("${host}", params=query)`],
    ['params', `url = "${host}"\nrequests.get(url, headers=headers, params={"status": "O"})`],
    ['params', `axios.get('${host}', { params })`],
    ['Params', `const more = new URLSearchParams(form);\nfetch('${host}')`],
    ['query', `requests.get("${host}", query)`],
    ['?deliveryarea=', `GET ${host}\n  ?deliveryarea=NO1\n  &currency=EUR`],
    ['&startTime=', `GET ${url}\n# a comment\n&startTime=today`],
    ['&{', `GET ${url}\n  &{{more}}`],
    ['?deliveryarea=', `url = ("${host}"\n       "?deliveryarea=NO1")`],
    ['&startTime=', `curl '${url}''&startTime=today'`],
    ['startTime', `http ${url} startTime==today`],
    [
      'startTime',
      `url = new URL('${url}');\nurl.searchParams.set("startTime", day);`.replace('searchParams', 'query'),
    ],
    ['starttime', `${url}\nwith starttime: yesterday`],
    ['startTime', `${url.replace('&', '\\x26')}\\n  "startTime": "today"`],
  ])(
    'is not ignored if it has parameters, because the URL alone would request more (%s): %s',
    (found, text) => {
      expect(asked(text)).toBe(
        `The text has parameters outside the URL ("${found}"). Add all parameters to the URL, or use only the URL.`,
      );
    },
  );

  it.each([
    `curl "${host}?deliveryarea=$AREA&currency=EUR"`,
    `curl "${host}?deliveryarea=$(cat areas)&currency=EUR"`,
    `curl "${host}?deliveryarea=\`cat areas\`&currency=EUR"`,
    `curl ${host}?deliveryarea=$(cat areas)`,
    `curl ${host}?deliveryarea={NO1,SE3}`,
    `GET ${host}?deliveryarea={{area}}`,
    `GET ${host}?deliveryarea={{ $processEnv AREA }}&currency=EUR`,
    `f"${host}?deliveryarea={area}&currency=EUR"`,
    `fetch(\`${host}?deliveryarea=\${areas.join(' ')}\`)`,
    `"${host}?currency=EUR&deliveryarea=#{area}"`,
    `"${host}?deliveryarea=\\(area)"`,
    `"${host}?deliveryarea=<area>"`,
  ])('is rejected if it inserts a value into a parameter: %s', (text) => {
    expect(asked(text)).toBe(
      '"deliveryarea" contains a variable whose value is unknown. Replace it with a value.',
    );
  });

  it.each([
    `GET ${host}{{query}}`,
    `curl "${host}$QUERY"`,
    `GET ${host}?{{query}}`,
    `GET ${url}&{{query}}`,
    `curl "${host}?$QUERY"`,
    `curl "${url}&\${QUERY}"`,
    `"${url}&#{query}"`,
  ])('is rejected if it inserts parameters: %s', (text) => {
    expect(asked(text)).toBe('The URL contains a variable whose value is unknown. Replace it with a value.');
  });

  it.each([
    `GET ${host}{{query`,
    `GET ${host}?deliveryArea={{area`,
    `${host}?[query]`,
    `${host}?<query>`,
    `${url}&[period]`,
    `curl ${host}?deliveryarea=NO\\\n1`,
    `curl ${host}?deliveryarea=NO^\n1`,
    `curl ${host}?deliveryarea=NO\`\n1`,
    `${url}&sta\ntus=O`,
    `"${url}&blockname=Off\n-peak"`,
    `fetch("${host}?" + query)`,
    `fetch("${url}" +\n  more)`,
    `$url = "${url}" . $more;`,
    `=WEBSERVICE("${url}" & A1)`,
    `"${host}?%s" % query`,
    `url = ("${url}"\n  f"{more}")`,
    `curl "${url}"$MORE`,
  ])('is rejected if the URL goes on elsewhere: %s', (text) => {
    expect(asked(text)).toBe(
      'Only a part of the URL is in the text, or it contains a variable. Use the whole URL.',
    );
  });

  it.each([
    `curl -X DELETE ${url}`,
    `curl -sXPOST ${url}`,
    `curl -X "$METHOD" ${url}`,
    `curl --request=put ${url}`,
    `curl -I ${url}`,
    `curl ${url} \\\n  --head`,
    `POST ${url} HTTP/1.1`,
    `### prices\n  post ${url}`,
    `requests.post("${url}")`,
    `conn.request("POST", "/dayahead/prices/areaBlock?deliveryarea=NO1")`,
    `fetch('${url}', { method: 'POST' })`,
    `fetch("${url}", {\n  "headers": {},\n  "method": "put"\n})`,
    `await client.PostAsync("${url}", content)`,
    `Invoke-WebRequest -Method Delete -Uri ${url}`,
  ])('is rejected if it uses another method: %s', (text) => {
    expect(asked(text)).toBe('Only GET requests can be run. This request uses a different method.');
  });

  it('may have several URLs of datasets: the first one is used', () => {
    const second = '/dayahead/prices/curves?date=2026-03-20';
    expect(asked(`${second}\n${url}`)).toEqual({
      dataset: 'dayahead-curves',
      parameters: { date: '2026-03-20' },
    });
    expect(asked(`${url} and ${second}`)).toEqual(both);
  });
});

describe('our own comment', () => {
  const comment = (json: string) =>
    `# Title\n# market-data: ${json}\ncurl https://h/dayahead/prices/curves?date=2026-01-01`;
  it('takes precedence over the code', () => {
    expect(asked(comment('{"dataset":"dayahead-prices","parameters":{"startTime":"today"}}'))).toEqual(
      prices({ startTime: 'today' }),
    );
  });
  it.each([
    '{"dataset":"dayahead-prices"',
    '{"dataset":"dayahead-prices","parameters":{"currency":1}}',
    '{"dataset":"dayahead-prices","parameters":{},"connection":"production"}',
    '{"dataset":"dayahead","parameters":{}}',
    '["dayahead-prices",{}]',
    '',
  ])('is rejected, and not replaced by the code, if it is %s', (json) => {
    expect(asked(comment(json))).toBe('The "market-data" comment in the text isn\'t a valid query.');
  });
});

const ownSecret = 'canary-3f9';
const path = '/dayahead/prices/areaBlock?deliveryarea=NO1';
const pieces = fc.constantFrom(
  ...[
    'curl ',
    'GET ',
    'POST ',
    'https://',
    path,
    '?',
    '&',
    '=',
    '{{',
    '}}',
    '@a = {{a}}{{a}}\n',
    '###\n',
    '# ',
  ],
  ...[
    "'",
    '"',
    '`',
    '\\',
    '\\\n',
    '^\n',
    '^"',
    '$',
    '$(',
    '${',
    '@{',
    '-G ',
    '-d ',
    '-H ',
    '--url ',
    ' ',
    '\n',
    ';',
  ],
  ...[
    'market-data: ',
    '{"dataset":"dayahead-prices","parameters":{}}',
    '%',
    '%zz',
    'ä😀',
    '\ud800',
    '//',
    '<',
    '>',
  ],
);

describe('any text', () => {
  it('never throws, and only names a dataset', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          const read = queryInText(text);
          if ('asked' in read) expect(findDataset(read.asked.dataset)).toBeDefined();
          else expect(read.problem).toMatch(/\.$/);
        },
      ),
      { numRuns: propertyRuns(100, 10000) },
    );
  });

  it('around a URL does not change its parameters', () => {
    const around = fc.constantFrom(
      ['', ''],
      [' ', ' '],
      ['"', '"'],
      ["'", "' -H 'Accept: */*'"],
      ['`', '`,'],
      ['<', '>'],
      ['(', ').'],
      ['GET ', ' HTTP/1.1\r\nHost: h'],
      ['{"url":"', '","status":200}'],
      ['[prices](', ')'],
      ['<a href="', '">'],
    );
    const value = fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: 20 })
      .filter((text) => !/\p{Cs}/u.test(text));
    fc.assert(
      fc.property(around, value, ([before = '', after = ''], text) => {
        // These are part of a URL and of the text around it.
        const encoded = encodeURIComponent(text).replace(
          /[!'()*.~_]/g,
          (mark) => `%${mark.charCodeAt(0).toString(16)}`,
        );
        const url = `https://h.example.invalid/dayahead/prices/areaBlock?blockname=${encoded}&currency=EUR`;
        expect(asked(`${before}${url}${after}`)).toEqual(prices({ blockname: text, currency: 'EUR' }));
      }),
      { numRuns: propertyRuns(100, 10000) },
    );
  });

  it('that continues a URL on another line or in another string is never read as a wider query', () => {
    const url = `https://h.example.invalid${path}&currency=EUR&status=O`;
    const from = url.indexOf('?') - 2;
    const breaks = [
      '\\\n',
      '^\n',
      '`\n',
      '\n',
      '" +\n"',
      '" "',
      '"\n"',
      '""',
      "' + '",
      "''",
      '${x}',
      '{{x}}',
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: from, max: url.length - 1 }),
        fc.constantFrom(...breaks),
        fc.constantFrom('', '"', "'", 'curl ', 'curl "', "curl '", 'url = "'),
        (at, by, opening) => {
          const mark = /["']$/.exec(opening)?.[0] ?? '';
          fc.pre(!/["']/.test(by) || by.startsWith(mark || ' '));
          const read = asked(`${opening}${url.slice(0, at)}${by}${url.slice(at)}${mark}`);
          if (typeof read === 'string') return;
          expect(Object.keys(read.parameters)).toEqual(['deliveryarea', 'currency', 'status']);
        },
      ),
      { numRuns: propertyRuns(300, 10000) },
    );
  });

  it('that has secrets around a query loses them', () => {
    const userInfo = fc.constantFrom('', `${ownSecret}@`, `user:${ownSecret}@`, `${ownSecret}:x@`);
    const header = `Authorization: Bearer ${ownSecret}`;
    const texts = userInfo.chain((user) =>
      fc.constantFrom(
        `https://${user}h.example.invalid${path}`,
        `curl -u 'trader:${ownSecret}' -H '${header}' https://${user}h.example.invalid${path}`,
        `curl -H "${header}" --oauth2-bearer ${ownSecret} --cookie s=${ownSecret} -XPOST https://${user}h${path}`,
        `@password = ${ownSecret}\nGET https://${user}h${path}\n${header}\n\n${ownSecret}\n`,
        `Invoke-RestMethod -Uri "https://${user}h${path}" -Headers @{ Authorization = "Bearer ${ownSecret}" }`,
        `curl -H '${header}' https://${user}h.example.invalid/elsewhere?token=${ownSecret}`,
        `# market-data: {"secret":"${ownSecret}"}\nGET https://${user}h${path}`,
      ),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(JSON.stringify(queryInText(text))).not.toContain(ownSecret);
      }),
      { numRuns: propertyRuns(30, 2000) },
    );
  });

  it("that is too long isn't read", () => {
    expect(asked(`${path}${' '.repeat(mostInQueryText)}`)).toMatch(/limit is 100,000 characters/);
  });

  // Each of these would take minutes if reading it took quadratic time.
  it.each([
    "curl '",
    'curl "$(',
    'curl -d a=b \\\n',
    ' ',
    ' \t',
    '# ',
    '@a = {{a}}{{a}}\n',
    '@a = {{a\n',
    'GET /x{{a}}\n###\n',
    '{{',
    '`\n',
    '^"',
    '/',
    'a=1&',
    '<',
    'market-data:',
    ' HTTP/',
    'PS ',
    '$a=',
    'a\\',
    "$'\\u",
    ';',
    '&&',
    ';a:',
    ';PS',
    '&&PS',
    'PS\r',
    ';$a',
    '\\',
    '\\u00',
    '\n ',
    '\n\\',
    ' -d',
    ' -ss',
    'params',
    'method: ',
    'currency ',
    "'currency",
    '?',
    ' &a',
    'GET ',
    'POST\n',
    '/dayahead/prices/areaBlocks',
    '/uk/v2/',
    'https://',
    '(',
    '()',
    '*',
    '&amp;',
    '^',
    '{{a',
  ])('of 100,000 characters of %j is read at once', { timeout: 5000 }, (part) => {
    const long = part.repeat(Math.floor((mostInQueryText - 100) / part.length));
    for (const text of [
      long,
      `${long}${path}`,
      `GET ${path}&${long}`,
      `"${path}" ${long}`,
      `# market-data: ${long}`,
    ]) {
      expect(queryInText(text)).toBeDefined();
    }
  });
});
