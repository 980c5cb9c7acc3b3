import * as l10n from '@vscode/l10n';
import type { CurveChart } from '#src/protocol/charts/curveChart';
import { element, setAttribute, setText } from '../../controls/dom';
import type { ChartChoices, ChartOptions, Choose } from '../model/chartOptions';
import { curveReading } from './curveReading';

type Reading = NonNullable<ChartChoices['reading']>;

/** The fields for a volume or a price, and what the curves say there while it's typed. */
export function createReadingFields(choose: Choose) {
  const fieldOf = (of: Reading['of'], label: string, placeholder: string, title: string) => {
    const traits = { type: 'text', inputmode: 'decimal', class: 'field chart-time', placeholder, title };
    const field = element('input', traits);
    field.addEventListener('input', () => {
      choose({ reading: field.value.trim() === '' ? null : { of, text: field.value } });
    });
    return { of, field, element: element('label', {}, label, ' ', field) };
  };
  const fields = [
    fieldOf('volume', l10n.t('Volume'), '+500', l10n.t('Type a volume, or +500 for 500 beyond the crossing')),
    fieldOf('price', l10n.t('Price'), '+5', l10n.t('Type a price, or +5 for 5 above the crossing')),
  ];
  const said = element('span', { 'aria-live': 'polite' });
  return {
    elements: [...fields.map((each) => each.element), said],
    show(chart: CurveChart, options: ChartOptions) {
      const { reading } = options;
      const read = curveReading(chart, options);
      for (const { of, field } of fields) {
        const own = reading?.of === of ? reading.text : '';
        if (field.value !== own) field.value = own;
        setAttribute(field, 'aria-invalid', own === '' || read ? null : 'true');
      }
      setText(said, read?.text ?? '');
    },
  };
}
