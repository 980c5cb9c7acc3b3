import { findDataset } from '../../market/datasets/datasets';
import type { ExportSource } from '../exportSource';
import type { Origin } from '../../protocol/exportOrder';
import { cellsRange } from './sheet';
import { stylesXml } from './styles';
import { xmlText } from '../../text/xmlText';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainTypes = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006';
const documentTypes = 'http://schemas.openxmlformats.org/officeDocument/2006';
const contentTypes = 'application/vnd.openxmlformats';

/** The part with the cells. */
export const sheetPath = 'xl/worksheets/sheet1.xml';

/** Content types of the parts, by path. */
const overrides: Readonly<Record<string, string>> = {
  'xl/workbook.xml': '-officedocument.spreadsheetml.sheet.main+xml',
  [sheetPath]: '-officedocument.spreadsheetml.worksheet+xml',
  'xl/styles.xml': '-officedocument.spreadsheetml.styles+xml',
  'docProps/core.xml': '-package.core-properties+xml',
  'docProps/custom.xml': '-officedocument.custom-properties+xml',
};

const typesXml = [
  `${head}<Types xmlns="${packageTypes}/content-types">`,
  `<Default Extension="rels" ContentType="${contentTypes}-package.relationships+xml"/>`,
  ...Object.entries(overrides).map(
    ([path, type]) => `<Override PartName="/${path}" ContentType="${contentTypes}${type}"/>`,
  ),
  '</Types>',
].join('');

const relationsXml = (targets: Readonly<Record<string, string>>) =>
  [
    `${head}<Relationships xmlns="${packageTypes}/relationships">`,
    ...Object.entries(targets).map(
      ([target, type], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"/>`,
    ),
    '</Relationships>',
  ].join('');

const mostNameCharacters = 31;

/** A name that Excel accepts for a sheet, as close to the text as possible. */
export function sheetName(text: string): string {
  const name = text
    .replace(/[[\]:*?/\\\p{Cc}]+/gu, ' ')
    .slice(0, mostNameCharacters)
    .replace(/^['\s]+|['\s\ud800-\udbff]+$/g, '');
  // Excel reserves this name, in every language.
  return name === '' || name.toLowerCase() === 'history' ? 'Data' : name;
}

function workbookXml(name: string, range: string): string {
  const cells = range.replace(/[A-Z]+|\d+/g, '$$$&');
  return [
    `${head}<workbook xmlns="${mainTypes}" xmlns:r="${documentTypes}/relationships">`,
    '<bookViews><workbookView/></bookViews>',
    `<sheets><sheet name="${xmlText(name)}" sheetId="1" r:id="rId1"/></sheets>`,
    // Some readers find the sheet's filter only by this name.
    '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">',
    xmlText(`'${name.replaceAll("'", "''")}'!${cells}`),
    '</definedName></definedNames></workbook>',
  ].join('');
}

const coreXml = (title: string, { requestedAt = '', extensionVersion }: Origin) =>
  [
    `${head}<cp:coreProperties xmlns:cp="${packageTypes}/metadata/core-properties"`,
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${xmlText(title)}</dc:title>`,
    `<dc:creator>${xmlText(`Market Data Explorer ${extensionVersion}`.trim())}</dc:creator>`,
    `<dcterms:created xsi:type="dcterms:W3CDTF">${xmlText(requestedAt.replace(/\.\d+/, ''))}</dcterms:created>`,
    '</cp:coreProperties>',
  ].join('');

/** The innermost values of `value`, each with a path such as `parameters.deliveryarea`. */
function leavesOf(value: unknown, path: string): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`));
}

/** Excel's own limit for the names and texts of a document's properties. */
const mostPropertyCharacters = 255;
const fitToProperty = (text: string) =>
  text.length <= mostPropertyCharacters ? text : `${text.slice(0, mostPropertyCharacters - 1)}…`;

const propertyXml = ([path, value]: readonly [string, unknown], at: number) =>
  [
    // The ids of properties start with 2.
    `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${at + 2}" name="${xmlText(fitToProperty(path))}">`,
    typeof value === 'boolean'
      ? `<vt:bool>${value}</vt:bool>`
      : `<vt:lpwstr>${xmlText(fitToProperty(String(value)))}</vt:lpwstr>`,
    '</property>',
  ].join('');

/** Where the rows come from, as properties that Excel lists under File > Info > Properties. */
const customXml = (origin: Origin) =>
  [
    `${head}<Properties xmlns="${documentTypes}/custom-properties" xmlns:vt="${documentTypes}/docPropsVTypes">`,
    ...leavesOf(origin, '').map(propertyXml),
    '</Properties>',
  ].join('');

/** All parts but the sheet, by their path. */
export function workbookParts(source: ExportSource): Readonly<Record<string, string>> {
  const { origin } = source;
  const title = findDataset(origin.dataset)?.title() ?? origin.dataset;
  return {
    '[Content_Types].xml': typesXml,
    '_rels/.rels': relationsXml({
      'xl/workbook.xml': `${documentTypes}/relationships/officeDocument`,
      'docProps/core.xml': `${packageTypes}/relationships/metadata/core-properties`,
      'docProps/custom.xml': `${documentTypes}/relationships/custom-properties`,
    }),
    'docProps/core.xml': coreXml(title, origin),
    'docProps/custom.xml': customXml(origin),
    'xl/workbook.xml': workbookXml(sheetName(title), cellsRange(source)),
    'xl/_rels/workbook.xml.rels': relationsXml({
      'worksheets/sheet1.xml': `${documentTypes}/relationships/worksheet`,
      'styles.xml': `${documentTypes}/relationships/styles`,
    }),
    'xl/styles.xml': head + stylesXml,
  };
}
