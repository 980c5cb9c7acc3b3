import { recordShapes, type ColumnType, type RecordKind } from '../../market/records/recordKinds';

const typescriptTypes: { readonly [Type in ColumnType]: string } = {
  time: 'string',
  number: 'number',
  integer: 'number',
  text: 'string',
  boolean: 'boolean',
};

const timeSeries = `interface MarketRecord {
  type: string | null;
  SubType: string | null;
  unit: string | null;
  resolution: string | null;
  category: string | null;
  scale: number | null;
  createdTime: number | null;
  startTime: string | null;
  endTime: string | null;
  attributes: { role: string | null; name: string | null; value: string | null }[] | null;
  values: { startTime: string; endTime: string; value: number | null }[] | null;
}`;

const priceCurve = `interface CurvePoint {
  price: number;
  volume: number;
}

interface MarketRecord {
  type: string | null;
  subType: string | null;
  category: string | null;
  resolution: string | null;
  createdTime: number | null;
  startTime: string | null;
  endTime: string | null;
  attributes: { role: string | null; name: string | null; value: string | null }[] | null;
  values: {
    startTime: string;
    endTime: string;
    sellCurves: CurvePoint[];
    buyCurves: CurvePoint[];
    minVolume: number | null;
    maxVolume: number | null;
    volumeAcceptedBlocksBuy: number | null;
    volumeAcceptedBlocksSell: number | null;
    volumeNetFlows: number | null;
  }[] | null;
}`;

/** The TypeScript interface of one record, from its kind's fields (docs/api.md, "Records"). */
export function recordInterface(kind: RecordKind): string {
  if (kind === 'timeSeries') return timeSeries;
  if (kind === 'priceCurve') return priceCurve;
  const fields = recordShapes[kind].columns.map(
    ({ name, type }) => `  ${name}: ${typescriptTypes[type]} | null;`,
  );
  return `interface MarketRecord {\n${fields.join('\n')}\n}`;
}
