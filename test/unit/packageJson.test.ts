import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contextKeys } from '#src/editor/shell/commands';
import { settingDefaults } from '#src/editor/shell/settings';
import { datasets } from '#src/market/datasets/datasets';
import { recordShapes } from '#src/market/records/recordKinds';
import { manifestName } from '#src/range/folderFiles';
import { atOnce } from './table/atOnce';
import { BodyReader } from '#src/table/body/bodyReader';
import { chartOf } from '#src/table/charts/chart';

interface Setting {
  scope: string;
  default: unknown;
  order: number;
  minimum?: number;
  maximum?: number;
  description?: string;
  markdownDescription?: string;
}
interface Manifest {
  name: string;
  publisher: string;
  displayName: string;
  engines: { vscode: string };
  devDependencies: Record<string, string>;
  dependencies: Record<string, string>;
  activationEvents: string[];
  contributes: {
    commands: { command: string; title: string; category: string; icon?: string }[];
    configuration: { properties: Record<string, Setting> };
    views: Record<string, { id: string; name: string; when?: string }[]>;
    menus: Record<string, { command: string; when?: string; group?: string }[]>;
    walkthroughs: {
      steps: { media: { svg: string; altText: string }; completionEvents: string[] }[];
    }[];
  };
}

const manifestText = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const { commands, configuration, views, menus, walkthroughs } = manifest.contributes;

/** What other people's settings, keybindings, and scripts rely on. */
const contract = {
  commands: [
    'marketData.query.run',
    'marketData.query.whenPublished',
    'marketData.result.rows',
    'marketData.result.export',
    'marketData.result.fixture',
    'marketData.result.copyAs',
    'marketData.result.open',
    'marketData.dataset.types',
    'marketData.file.open',
    'marketData.range.run',
    'marketData.range.open',
    'marketData.range.verify',
    'marketData.queries.run',
    'marketData.queries.check',
    'marketData.queries.export',
    'marketData.queries.pin',
    'marketData.connection.select',
    'marketData.connection.signIn',
    'marketData.connection.signOut',
    'marketData.connection.add',
    'marketData.sandbox.start',
    'marketData.sandbox.stop',
    'marketData.history.list',
    'marketData.history.open',
    'marketData.history.pin',
    'marketData.history.clear',
    'marketData.queries.save',
    'marketData.queries.fromText',
  ],
  settings: {
    'marketData.connections': ['application', []],
    'marketData.timeZone': ['window', 'Europe/Oslo'],
    'marketData.requestTimeoutSeconds': ['window', 60],
    'marketData.maxRetryWaitSeconds': ['window', 120],
    'marketData.maxResultMegabytes': ['window', 1024],
    'marketData.exportFolder': ['resource', 'market-data'],
    'marketData.historyMegabytes': ['application', 512],
    'marketData.agentRows': ['application', 0],
    'marketData.agentRequests': ['application', 50],
  },
  datasets: [
    ['dayahead-prices', '/dayahead/prices/areaBlock'],
    ['dayahead-turnover', '/dayahead/volumes/turnover/systemPrice'],
    ['dayahead-curves', '/dayahead/prices/curves'],
    ['uk-auction-prices', '/uk/v2/auction/prices/areaBlock'],
    ['uk-flows', '/uk/v2/{venue}/flows/areaPrice'],
    ['intraday-scheduled-flow', '/operatingdata/v2/intraday/totalscheduledflow'],
    ['regulation-down-volumes', '/regulationmarket/v2/volumes/automatic/down'],
    ['intraday-orders', '/intraday/delayed/orders'],
    ['hub-to-hub-capacities', '/hubtohub/HubToHubCapacities'],
    ['dayahead-prices-alternate', '/prices/dayahead/prices/areaBlock'],
  ],
} as const;

describe('the public contract', () => {
  it('keeps the extension id', () => {
    expect(`${manifest.publisher}.${manifest.name}`).toBe('market-data-explorer.market-data-explorer');
    expect(nls.displayName).toBe('Market Data Explorer');
    expect(manifest.engines.vscode).toBe('^1.100.0');
    expect(manifest.devDependencies['@types/vscode']).toBe('1.100.0');
  });

  it('has the promised commands', () => {
    const ids = commands.map(({ command }) => command);
    expect(contract.commands.filter((command) => !ids.includes(command))).toEqual([]);
  });

  it('has exactly the promised settings with scope and default', () => {
    const found = Object.entries(configuration.properties).map(([key, setting]) => [
      key,
      [setting.scope, setting.default],
    ]);
    expect(Object.fromEntries(found)).toEqual(contract.settings);
  });

  it('shows the same defaults and bounds in the settings editor that the code uses', () => {
    const declared = Object.entries(configuration.properties).map(([key, setting]) => {
      const { default: value, minimum, maximum } = setting;
      const bounds = minimum === undefined ? {} : { minimum, maximum };
      return [key.replace('marketData.', ''), { default: value, ...bounds }];
    });
    expect(Object.fromEntries(declared)).toEqual(settingDefaults);
  });

  it('has the datasets in order, at their addresses', () => {
    expect(datasets.map(({ id, path }) => [id, path])).toEqual(contract.datasets);
  });

  it('names the trees as assistive technology expects', () => {
    const nameOf = (view: string) => views.marketData?.find(({ id }) => id === view)?.name ?? '';
    const names = ['marketData.datasets', 'marketData.history'].map((view) => nls[nameOf(view).slice(1, -1)]);
    expect(names).toEqual(['Datasets', 'History']);
  });
});

describe('the manifest', () => {
  it('pins every version', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-r\.\d+)?$/.test(version))).toEqual([]);
  });

  it('activates only to restore a tab, and for query files', () => {
    expect(manifest.activationEvents).toEqual([
      'onWebviewPanel:marketData.result',
      'workspaceContains:**/*.market.json',
    ]);
  });

  it('has every string in package.nls.json, and no unused one', () => {
    const used = new Set([...manifestText.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key));
    expect([...used].sort()).toEqual(Object.keys(nls).sort());
  });

  it('gives every command a category, and those in toolbars an icon', () => {
    expect(commands.every(({ category }) => category === '%category%')).toBe(true);
    const inline = Object.values(menus)
      .flat()
      .filter(({ group }) => group?.startsWith('inline') || group?.startsWith('navigation'));
    for (const { command } of inline) {
      expect(commands.find((each) => each.command === command)?.icon).toMatch(/^\$\(.+\)$/);
    }
  });

  it('describes and orders every setting', () => {
    for (const setting of Object.values(configuration.properties)) {
      expect(setting.description ?? setting.markdownDescription).toBeTruthy();
      expect(setting.order).toBeGreaterThan(0);
    }
  });

  it('has a picture with alt text for every step of the walkthrough', () => {
    for (const { media, completionEvents } of walkthroughs[0]?.steps ?? []) {
      expect(existsSync(media.svg)).toBe(true);
      expect(media.altText).toBeTruthy();
      expect(completionEvents.length).toBeGreaterThan(0);
    }
  });

  // A command event would complete a step that was canceled, and miss one that was done with a button.
  it('completes each step of the walkthrough by a context that the extension sets', () => {
    const keys = Object.values<string>(contextKeys).map((key) => `onContext:${key}`);
    for (const { completionEvents } of walkthroughs[0]?.steps ?? []) {
      expect(completionEvents.filter((event) => !keys.includes(event))).toEqual([]);
    }
  });

  it.each([
    ['prices.json', true],
    ['prices.json.gz', true],
    ['prices.csv', false],
    ['prices.parquet', false],
    ['prices.json.provenance.json', false],
    ['prices.market.json', false],
    ['_dayahead-prices.manifest.json', false],
  ])('lets the Explorer offer to open %s as a saved response: %s', (name, isOffered) => {
    const open = menus['explorer/context']?.find(({ command }) => command === 'marketData.file.open');
    const terms = [...(open?.when ?? '').matchAll(/(!\()?resourceFilename =~ \/((?:[^/\\]|\\.)+)\//g)];
    expect(terms).toHaveLength(2);
    const fits = terms.every(([, not, form = '']) => new RegExp(form).test(name) === (not === undefined));
    expect(fits).toBe(isOffered);
  });

  it.each(['marketData.range.open', 'marketData.range.verify'])(
    'lets the Explorer offer %s for the folder and the manifest of every dataset, and for no other folder',
    (id) => {
      const { when = '' } = menus['explorer/context']?.find(({ command }) => command === id) ?? {};
      const [ofManifest, ofFolder] = [...when.matchAll(/=~ \/(.+?)\/(?= |\))/g)].map(
        ([, form = '']) => new RegExp(form),
      );
      const ids = datasets.map((dataset) => dataset.id);
      expect(ids.filter((each) => !ofFolder?.test(each))).toEqual([]);
      expect(ids.filter((each) => !ofManifest?.test(manifestName(each)))).toEqual([]);
      expect(['data', '_dayahead-prices.responses', 'src'].filter((each) => ofFolder?.test(each))).toEqual(
        [],
      );
    },
  );

  it('shows the icon of its views before it is activated: one of them is always there', () => {
    const unconditional = views['marketData']?.filter(({ when }) => when === undefined);
    expect(unconditional?.map(({ id }) => id)).toContain('marketData.datasets');
  });

  it('has everything that can be done with a dataset in its menu, beginning with running it', () => {
    const isOfDataset = (when = '') => /view == marketData\.datasets .*viewItem/.test(when);
    const menu = menus['view/item/context']
      ?.filter(({ when, group }) => isOfDataset(when) && group?.startsWith('inline') === false)
      .sort((one, other) => ((one.group ?? '') < (other.group ?? '') ? -1 : 1));
    expect(menu?.map(({ command }) => command)).toEqual([
      'marketData.query.run',
      'marketData.query.runAgain',
      'marketData.range.run',
      'marketData.dataset.types',
      'marketData.queries.save',
    ]);
  });

  it('lists about 25 lines in the palette, as documented in docs/commands.md', () => {
    const hidden = menus.commandPalette?.filter(({ when }) => when === 'false');
    // VS Code adds a line that focuses each view.
    const always = views['marketData']?.filter(({ id }) => id !== 'marketData.start') ?? [];
    expect(commands.length - (hidden?.length ?? 0) + always.length).toBeLessThanOrEqual(26);
  });

  it('links only to commands that exist', () => {
    const ours = commands.map(({ command }) => command);
    const focus = Object.values(views).flatMap((each) => each.map(({ id }) => `${id}.focus`));
    const linked = Object.values(nls).flatMap((text) =>
      [...text.matchAll(/\]\(command:([^)?]+)\)/g)].map(([, command]) => command),
    );
    expect(linked).toContain('marketData.showSamplePrices');
    expect(linked.filter((command) => ![...ours, ...focus].includes(command ?? ''))).toEqual([]);
  });
});

it("hides from the palette only what is known not to work: keys that aren't set yet count as possible", () => {
  const conditional = menus.commandPalette?.filter(({ when }) => when !== 'false') ?? [];
  const keys: readonly string[] = Object.values(contextKeys);
  expect(conditional.length).toBeGreaterThan(5);
  for (const { command, when = '' } of conditional) {
    expect(when, command).toMatch(/^!marketData\.no\w+$/);
    expect(keys).toContain(when.slice(1));
  }
});

describe.each(datasets)('$id', (dataset) => {
  it('has everything a dataset needs', () => {
    expect(dataset.title()).toBeTruthy();
    expect(dataset.summary()).toMatch(/\.$/);
    const shape = recordShapes[dataset.record];
    const keys = shape.columns.map(({ name }) => name);
    expect(dataset.mainColumns.every((key) => keys.includes(key))).toBe(true);
    const first = shape.columns.find(({ name }) => name === dataset.mainColumns[0]);
    expect(first?.type).toBe('time');
    for (const { help, label } of dataset.parameters.map((one) => ({
      help: one.help(),
      label: one.label(),
    }))) {
      expect(label).toBeTruthy();
      expect(help).toMatch(/\.$/);
    }
  });

  it('has a fixture that is read completely as records of the dataset', () => {
    const reader = new BodyReader(dataset.record, 1e9);
    reader.push(readFileSync(`test/fixtures/${dataset.id}.json`));
    expect(reader.end(true)).toEqual({ kind: 'records' });
    expect(reader.table.rows).toBeGreaterThan(0);
    const drawing = chartOf(reader.table, dataset.chart, { width: 800, height: 400 });
    expect(atOnce(drawing).kind).toBeTruthy();
  });
});
