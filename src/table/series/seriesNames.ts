const attributePrefix = 'attribute.';

/** What attributes that name areas are called, in the spelling of `attributeName`. */
export const areaNames: readonly string[] = ['deliveryarea', 'area'];
export const fromNames: readonly string[] = ['deliveryareafrom', 'areafrom', 'from'];
export const toNames: readonly string[] = ['deliveryareato', 'areato', 'to'];

/** Whether the column holds an attribute of the series. */
export const isAttribute = ({ key }: { readonly key: string }) => key.startsWith(attributePrefix);

/** The name of the attribute in small letters without the marks between its words: `areafrom`. */
export function attributeName(column: { readonly key: string }): string | null {
  if (!isAttribute(column)) return null;
  return column.key
    .slice(attributePrefix.length)
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}
