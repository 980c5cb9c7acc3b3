// What a marketplace would not show of a document in the package.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

/** As in VS Code and in the tool that packs the extension. */
const markdown = new MarkdownIt({ html: true });

/**
 * The anchor of a heading, as marketplaces and GitHub make it.
 *
 * @param {string} heading
 */
const anchorOf = (heading) =>
  `#${heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`;

/**
 * Whether an address leads nowhere. Those of this repository are looked up in the checkout.
 *
 * @param {string} address
 * @param {string} repository its address, without `.git`
 * @param {string} checkout
 */
function isBroken(address, repository, checkout) {
  const { origin, pathname } = new URL(address);
  const [, path] = /^\/(?:blob|raw)\/HEAD\/(.*)$/.exec(`${origin}${pathname}`.replace(repository, '')) ?? [];
  return path !== undefined && !existsSync(join(checkout, decodeURIComponent(path)));
}

/**
 * What is wrong with a document, as sentences: links that lead nowhere, pictures that aren't shown, and HTML,
 * which is dropped. vsce has made the links absolute.
 *
 * @param {string} text
 * @param {string} repository its address, without `.git`
 * @param {string} checkout
 */
export function pageProblems(text, repository, checkout) {
  const blocks = markdown.parse(text, {});
  const tokens = blocks.flatMap((block) => [block, ...(block.children ?? [])]);
  const anchors = blocks.flatMap(({ content }, at) =>
    blocks[at - 1]?.type === 'heading_open' ? [anchorOf(content)] : [],
  );
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') {
      const link = token.attrGet('href') ?? '';
      if (link.startsWith('#')) return anchors.includes(link) ? [] : [`No heading has the anchor ${link}.`];
      if (!/^https?:/.test(link)) return [`The link ${link} isn't absolute.`];
      return isBroken(link, repository, checkout) ? [`The link ${link} leads nowhere.`] : [];
    }
    if (token.type === 'image') {
      const source = token.attrGet('src') ?? '';
      if (!source.startsWith('https:')) return [`The picture ${source} isn't at an HTTPS address.`];
      return isBroken(source, repository, checkout) ? [`The picture ${source} isn't there.`] : [];
    }
    const isHtml = token.type === 'html_block' || token.type === 'html_inline';
    return isHtml && !/^<!--[^]*-->\s*$/.test(token.content)
      ? [`HTML is dropped: ${token.content.trim()}`]
      : [];
  });
}
