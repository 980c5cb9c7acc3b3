import { pythonLiteral } from './pythonLiteral';

/** Code before the rows of a pandas DataFrame: its columns, each with what pandas calls its type. */
export const frameHead = (columns: readonly (readonly [name: string, type: string])[]): string =>
  `import pandas as pd

columns = {
${columns.map(([name, type]) => `    ${pythonLiteral(name)}: ${pythonLiteral(type)},\n`).join('')}}
rows = [
`;

/** Code after the rows, which are tuples. */
export const frameFoot = `,
]
df = pd.DataFrame(rows, columns=list(columns), dtype="object")
for name, kind in columns.items():
    # A column with a value of another type stays as it is.
    if any(isinstance(value, str) for value in df[name]):
        continue
    try:
        df[name] = df[name].astype(kind)
    except (OverflowError, TypeError, ValueError):
        pass
`;
