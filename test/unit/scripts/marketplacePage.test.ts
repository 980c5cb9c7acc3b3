import { expect, it } from 'vitest';
import { pageProblems } from '../../../scripts/marketplacePage.mjs';

const repository = 'https://github.com/someone/something';
const problemsOf = (text: string) => pageProblems(text, repository, '.');

it('accepts what a marketplace shows', () => {
  const text = `# The First Part!

[up](#the-first-part), [elsewhere](https://example.com/?a#b), <http://127.0.0.1:8765/>,
[a document](${repository}/blob/HEAD/docs/api.md#operations)

<!-- a note
for writers -->

![a picture](${repository}/raw/HEAD/media/icon.png)

\`[no](link)\` and \`<kbd>\`
`;
  expect(problemsOf(text)).toEqual([]);
});

it.each([
  ['[up](#the-second-part)', 'No heading has the anchor #the-second-part.'],
  ['[a document](docs/api.md)', "The link docs/api.md isn't absolute."],
  [
    `[a document](${repository}/blob/HEAD/docs/gone.md)`,
    `The link ${repository}/blob/HEAD/docs/gone.md leads nowhere.`,
  ],
  ['![a picture](media/icon.png)', "The picture media/icon.png isn't at an HTTPS address."],
  [
    '![a picture](http://example.com/icon.png)',
    "The picture http://example.com/icon.png isn't at an HTTPS address.",
  ],
  [
    `![a picture](${repository}/raw/HEAD/gone.png)`,
    `The picture ${repository}/raw/HEAD/gone.png isn't there.`,
  ],
  [`[![a picture](gone.png)](${repository})`, "The picture gone.png isn't at an HTTPS address."],
  ['<video src="tour.mp4"></video>', 'HTML is dropped: <video src="tour.mp4">'],
  ['press <kbd>F1</kbd>', 'HTML is dropped: <kbd>'],
  ['<details>\n<!-- --></details>', 'HTML is dropped: <details>'],
])("finds what it wouldn't show: %s", (text, problem) => {
  expect(problemsOf(text)[0]).toContain(problem);
});
