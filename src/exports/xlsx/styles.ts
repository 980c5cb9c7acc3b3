/** How cells look: each style is a number that cells refer to. */

const generalStyle = 0;
export const headerStyle = 1;
/** Texts remain texts when a person edits the cell, such as `=1+1` and `007`. */
export const textStyle = 2;
/** The same for longer texts, by the apostrophe in front of them that a person doesn't see in the cell. */
const longTextStyle = 3;
/** Excel shows longer texts in `textStyle` as `####`. */
export const longestStyledText = 255;
/** The style of a text of this length. */
export const textStyleOf = (length: number): number =>
  length > longestStyledText ? longTextStyle : textStyle;

/** The formats for a column of times, by precision: minutes, seconds, milliseconds. */
export const timeFormats = ['yyyy-mm-dd hh:mm', 'yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd hh:mm:ss.000'] as const;
const firstTime = 4;
/** The style of times with a precision, which is an index in `timeFormats`. */
export const timeStyle = (precision: number): number => firstTime + precision;

/** The most decimals that Excel shows. */
const mostDecimals = 30;
const firstNumber = firstTime + timeFormats.length;

/** The styles of numbers by their decimals; the last one is for numbers with more than Excel shows. */
export const numberStyles: readonly number[] = [
  ...Array.from({ length: mostDecimals + 1 }, (_, decimals) => firstNumber + decimals),
  generalStyle,
];

const numberFormats = [
  ...timeFormats,
  ...Array.from({ length: mostDecimals + 1 }, (_, decimals) =>
    decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`,
  ),
];

/** Lower format numbers are Excel's own; `@` is 49. */
const firstOwnFormat = 164;

const listOf = (name: string, items: readonly string[]) =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`;

const format = (id: number, font = 0, more = '') =>
  `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}/>`;

/** The part with all styles. */
export const stylesXml: string = [
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  listOf(
    'numFmts',
    numberFormats.map((code, at) => `<numFmt numFmtId="${firstOwnFormat + at}" formatCode="${code}"/>`),
  ),
  listOf('fonts', [
    '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  ]),
  listOf('fills', [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]),
  listOf('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
  listOf('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
  listOf('cellXfs', [
    format(0),
    format(49, 1),
    format(49),
    format(0, 0, ' quotePrefix="1"'),
    ...numberFormats.map((_, at) => format(firstOwnFormat + at)),
  ]),
  listOf('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
  '</styleSheet>',
].join('');
