import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyLanguages } from '../../../../src/protocol/codeTargets';
import { copiedRequest } from '../../../../src/exports/copiedRequests/copiedRequest';
import type { Dataset } from '../../../../src/market/datasets/dataset';
import { datasets, findDataset } from '../../../../src/market/datasets/datasets';
import { marketZone } from '../../../../src/market/time/deliveryDay';
import { readQuery, type Query } from '../../../../src/market/query/query';
import { mostInQueryText, queryInText } from '../../../../src/queryFiles/paste/queryInText';
import { targetOf } from '../../../../src/request/requestTarget';
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

  it('does not query all areas because a parameter has no value', () => {
    for (const text of ['deliveryarea=', 'deliveryarea', 'deliveryarea=%20', 'deliveryarea=&deliveryarea=']) {
      const read = asked(`/dayahead/prices/areaBlock?${text}`);
      expect(() => typeof read === 'object' && checked(read.dataset, read.parameters)).toThrow(/be empty/);
    }
    const list = asked('/dayahead/prices/areaBlock?deliveryarea=NO1&deliveryarea=');
    expect(() => typeof list === 'object' && checked(list.dataset, list.parameters)).toThrow(/extra comma/);
    expect(asked('/dayahead/prices/areaBlock?currency=EUR&currency=')).toMatch(/more than once/);
  });

  it('keeps the offset of a time whose plus sign is not encoded, and reads others as spaces', () => {
    const text =
      '/dayahead/prices/areaBlock?startTime=2026-03-20T00:00+01:00&blockname=Off-peak+1&status=%50%';
    expect(asked(text)).toEqual(
      prices({ startTime: '2026-03-20T00:00+01:00', blockname: 'Off-peak 1', status: '%50%' }),
    );
  });

  it('keeps parameters that the dataset does not know, so that the check names them', () => {
    const read = asked('/dayahead/prices/areaBlock?deliveryArea=NO1&__proto__=x');
    expect(read).toEqual({
      dataset: 'dayahead-prices',
      parameters: Object.fromEntries([
        ['deliveryArea', 'NO1'],
        ['__proto__', 'x'],
      ]),
    });
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
  ])('named %s is left out, even if it occurs twice, is a variable, or is among data', (name) => {
    for (const key of [`${name}=canary-3f9`, `${name}=canary-3f9&${name}=canary-4f0`, `${name}={{key}}`]) {
      for (const text of [
        `${url}&${key}`,
        `curl '${url}&${key}'`,
        `GET ${url}\n  &${key}`,
        `curl -G -d '${key}' ${url}`,
      ]) {
        expect(asked(text)).toEqual(prices({ deliveryarea: 'NO1' }));
      }
    }
  });

  it('is known by its whole name only, because any other name may be a mistyped parameter', () => {
    expect(asked(`${url}&keys=NO2&currencycode=EUR`)).toEqual(
      prices({ deliveryarea: 'NO1', keys: 'NO2', currencycode: 'EUR' }),
    );
  });

  it('is not the name of a parameter', () => {
    const names = datasets.flatMap(({ parameters }) => parameters.map(({ name }) => name));
    const text = names.map((name) => `${name}=1`).join('&');
    expect(asked(`/dayahead/prices/areaBlock?${text}`)).toMatchObject({
      parameters: Object.fromEntries(names.map((name) => [name, '1'])),
    });
  });
});

describe('a curl command', () => {
  const host = 'https://h.example.invalid/api/dayahead/prices/areaBlock';
  const both = prices({ deliveryarea: 'NO1', blockname: "Off-peak 1's" });
  it.each([
    ['single quotes', `curl -s '${host}?deliveryarea=NO1&blockname=Off-peak%201'\\''s' | jq .`],
    [
      'double quotes',
      `curl "${host}?deliveryarea=NO1&blockname=Off-peak 1's" -H "Authorization: Bearer $TOKEN"`,
    ],
    ['no quotes', `curl ${host}?deliveryarea=NO1&blockname=Off-peak%201%27s --compressed`],
    [
      'lines that go on, and data for the query',
      `$ curl -G \\\n  -H 'Referer: ${host}?deliveryarea=SE3' \\\n  --data-urlencode "blockname=Off-peak 1's" \\\n  -d deliveryarea=NO1 \\\n  ${host}`,
    ],
    ['ANSI escapes', `curl $'${host}?deliveryarea=NO1&blockname=Off-peak\\u00201\\x27s'`],
    [
      'letters together',
      `curl -sSLGu trader:hunter2 -oout.json -dblockname=Off-peak+1%27s -d deliveryarea=NO1 --url ${host}`,
    ],
    [
      'a variable for the host',
      `curl "$BASE_URL/dayahead/prices/areaBlock?deliveryarea=NO1&blockname=Off-peak 1's"`,
    ],
    ['a folder', `cd /tmp && /usr/bin/curl "${host}?deliveryarea=NO1&blockname=Off-peak 1's"`],
    [
      'another request before it',
      `curl -d grant_type=password -d password=hunter2 https://h.example.invalid/token\ncurl "${host}?deliveryarea=NO1&blockname=Off-peak%201's"`,
    ],
  ])('is read with %s', (_, text) => {
    expect(asked(text)).toEqual(both);
  });

  it.each([
    [`curl "${host}?deliveryarea=$AREA"`, /"deliveryarea" contains a variable/],
    [`curl "${host}?deliveryarea=$(cat areas)"`, /"deliveryarea" contains a variable/],
    [`curl -G --data-urlencode deliveryarea@areas ${host}`, /"deliveryarea" contains a variable/],
    [`curl -G -d @query ${host}`, /parameters are in a variable or file/],
    [`curl -G -d "$QUERY" ${host}`, /parameters are in a variable or file/],
    [`curl -d deliveryarea=NO1 ${host}`, /Only GET/],
    [`curl -X DELETE ${host}`, /Only GET/],
    [`curl --form a=b ${host}`, /Only GET/],
    [`curl -I ${host}`, /Only GET/],
  ])('is rejected if it requests something else, or something unknown: %s', (text, problem) => {
    expect(asked(text)).toMatch(problem);
  });

  it.each([
    `curl ^"${host}?deliveryarea=NO1^&currency=EUR^" ^\r\n  --compressed`,
    `curl -G "${host}" ^\n  -d deliveryarea=NO1`,
    `curl -G "${host}" \`\r\n  -d deliveryarea=NO1`,
    `curl.exe "${host}?deliveryarea=NO1"`,
    `PS C:\\R&D> curl "${host}?deliveryarea=NO1"`,
    `C:\\My Files>curl "${host}?deliveryarea=NO1"`,
    `$prices = Invoke-RestMethod -Uri '${host}?deliveryarea=NO1'`,
    `irm '${host}?deliveryarea=NO1'`,
  ])('for cmd or PowerShell is not read, and the sentence says what to use: %s', (text) => {
    expect(asked(text)).toBe(
      "Commands for cmd and PowerShell can't be read. Use the URL, or a curl command for bash.",
    );
  });

  it('with the same marks as in cmd or PowerShell is read in its own shell', () => {
    expect(asked(`\`\`\`sh\ncurl ${host}?deliveryarea=NO1 | grep '^"'\n\`\`\`\n`)).toEqual(
      prices({ deliveryarea: 'NO1' }),
    );
  });
});

describe('an .http request', () => {
  it('is read with the lines of its query, variables of the file, and comments', () => {
    const text = [
      '@base = https://h.example.invalid/api',
      '@areas = NO1',
      '@list = {{areas}},SE3',
      '# @name prices',
      'GET {{base}}/dayahead/prices/areaBlock',
      '    ?deliveryarea={{list}}',
      '    // not in this one: &currency=NOK',
      '    &currency=EUR HTTP/1.1',
      'Authorization: Bearer {{token}}',
      '',
      '{"currency": "NOK"}',
      '###',
      'GET {{base}}/dayahead/prices/curves?date=2026-03-20',
    ].join('\r\n');
    expect(asked(text)).toEqual(prices({ deliveryarea: 'NO1,SE3', currency: 'EUR' }));
  });

  it('is the first one to a dataset, after a sign-in and scripts', () => {
    const text =
      'POST https://h.example.invalid/token\n\ngrant_type=password\n\n###\n< {%\n  request.x = 1;\n%}\nGET /dayahead/prices/curves?date=2026-03-20\n';
    expect(asked(text)).toEqual({ dataset: 'dayahead-curves', parameters: { date: '2026-03-20' } });
  });

  it('is rejected if a variable of a parameter is unknown, or if it is not a GET request', () => {
    expect(asked('GET /dayahead/prices/curves?date={{day}}')).toMatch(/"date" contains a variable/);
    expect(asked('GET /dayahead/prices/curves?{{query}}')).toMatch(/parameters are in a variable/);
    expect(asked('GET /dayahead/prices/curves?date=<yyyy-mm-dd>')).toMatch(/"date" contains a variable/);
    expect(asked('POST /dayahead/prices/curves?date=2026-03-20')).toMatch(/Only GET/);
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

  it(
    'with thousands of addresses, each with thousands of parameters, is read at once',
    { timeout: 5000 },
    () => {
      const text = `curl -G ${'-d a=b '.repeat(7000)}${'/x '.repeat(16_000)}/dayahead/prices/areaBlock`;
      expect(text.length).toBeLessThanOrEqual(mostInQueryText);
      expect(asked(text)).toEqual(prices({ a: 'b' }));
    },
  );

  it('that is too long is not read', () => {
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
  ])('of 100,000 characters of %j is read at once', { timeout: 5000 }, (part) => {
    const long = part.repeat(Math.floor((mostInQueryText - 100) / part.length));
    for (const text of [long, `curl ${long}`, `GET ${path}&${long}`, `# market-data: ${long}`]) {
      expect(queryInText(text)).toBeDefined();
    }
  });
});
