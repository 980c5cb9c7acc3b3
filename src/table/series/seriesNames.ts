/** The keys of attributes' columns begin with it. */
export const attributePrefix = 'attribute.';

/** The names of attributes that name areas, normalized as by `attributeName`. */
export const areaNames: readonly string[] = ['deliveryarea', 'area'];
export const fromNames: readonly string[] = ['deliveryareafrom', 'areafrom', 'from'];
export const toNames: readonly string[] = ['deliveryareato', 'areato', 'to'];

/** The names of attributes that say how final a value is. It's still the same value if they change. */
export const finalityNames: readonly string[] = ['status', 'confirmationstatus'];

/** Whether the column contains an attribute of the series. */
export const isAttribute = ({ key }: { readonly key: string }) => key.startsWith(attributePrefix);

/** The attribute's name in lowercase without word separators: `areafrom`. */
export function attributeName(column: { readonly key: string }): string | null {
  if (!isAttribute(column)) return null;
  return column.key
    .slice(attributePrefix.length)
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}
