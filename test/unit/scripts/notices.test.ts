import { describe, expect, it } from 'vitest';
import { bundledPackages, licenseProblem, thirdPartyNotices } from '../../../scripts/notices.mjs';

const metafile = (inputs: Record<string, number>) => ({
  inputs: {},
  outputs: {
    'dist/main.js': {
      bytes: 1,
      imports: [],
      exports: [],
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }]),
      ),
    },
  },
});

describe('the notices in the package', () => {
  it('are about the packages whose code is in a bundle, in each version that is', () => {
    const bundled = metafile({
      'src/extension.ts': 10,
      'node_modules/axios/lib/axios.js': 10,
      'node_modules/axios/lib/core.js': 10,
      'node_modules/@vscode/l10n/dist/main.js': 10,
      'node_modules/only-types/index.js': 0,
      'node_modules/axios/node_modules/ms/index.js': 10,
    });
    expect(bundledPackages([bundled])).toEqual([
      'node_modules/@vscode/l10n',
      'node_modules/axios',
      'node_modules/axios/node_modules/ms',
    ]);
  });

  it('have the full text of each license, even for a package that contains no text', async () => {
    const text = await thirdPartyNotices([
      metafile({ 'node_modules/axios/index.js': 1, 'node_modules/@vscode/l10n/dist/main.js': 1 }),
    ]);
    expect(text.match(/^(axios|@vscode\/l10n)@[\d.]+ \(MIT\)$/gm)).toHaveLength(2);
    expect(text.match(/Permission is hereby granted[^]*?SHALL THE\s+AUTHORS/g)).toHaveLength(2);
  });

  it("are rejected for a license that isn't allowed, an unknown license, and a missing text", () => {
    const license = {
      name: 'a@1.0.0',
      licenses: 'MIT',
      licenseText: 'Permission is hereby granted',
      noticeFile: undefined,
    };
    expect(licenseProblem('node_modules/a', license)).toBeUndefined();
    expect(licenseProblem('node_modules/a', { ...license, licenses: 'GPL-3.0' })).toContain('GPL-3.0');
    expect(licenseProblem('node_modules/a', { ...license, licenseText: '# A\nLicense: MIT' })).toContain(
      'no license text',
    );
    expect(licenseProblem('node_modules/a', undefined)).toContain('unknown');
  });
});
