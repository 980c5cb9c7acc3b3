import { it } from 'vitest';
import { chartAtOnce } from '/work/trees/views14/test/unit/table/charts/tables';
import { resultState } from '/work/trees/views14/test/unit/webview-ui/frame/resultStates';
import { openView } from '/work/trees/views14/test/page/openView';
import { pricesBetween } from '/work/trees/views14/test/page/yearsOfPrices';
const themes: Record<string, [string, Record<string,string>]> = {
  dark: ['vscode-dark', {'editor-background':'#1f1f1f','foreground':'#cccccc','descriptionForeground':'#9d9d9d','charts-lines':'#cccccc80','charts-blue':'#59a4f9','charts-orange':'#d18616','focusBorder':'#0078d4','dropdown-background':'#313131','dropdown-foreground':'#cccccc','dropdown-border':'#3c3c3c','menu-background':'#1f1f1f','button-background':'#0078d4','button-foreground':'#ffffff'}],
  light: ['vscode-light', {'editor-background':'#ffffff','foreground':'#3b3b3b','descriptionForeground':'#3b3b3b','charts-lines':'#3b3b3b80','charts-blue':'#0063d3','charts-orange':'#d18616','focusBorder':'#005fb8','dropdown-background':'#ffffff','dropdown-foreground':'#3b3b3b','dropdown-border':'#cecece','button-background':'#005fb8','button-foreground':'#ffffff'}],
  hcdark: ['vscode-high-contrast', {'editor-background':'#000000','foreground':'#ffffff','descriptionForeground':'#ffffffb3','contrastBorder':'#6fc3df','charts-blue':'#59a4f9','charts-orange':'#d18616','focusBorder':'#f38518','dropdown-background':'#000000','dropdown-foreground':'#ffffff','dropdown-border':'#6fc3df'}],
  hclight: ['vscode-high-contrast-light vscode-high-contrast', {'editor-background':'#ffffff','foreground':'#292929','descriptionForeground':'#292929','contrastBorder':'#0f4a85','charts-blue':'#0063d3','charts-orange':'#d18616','focusBorder':'#006bbd','dropdown-background':'#ffffff','dropdown-foreground':'#292929','dropdown-border':'#0f4a85'}],
};
const only = (process.env.SHOTS ?? '').split(',').filter(Boolean);
const want = (n: string) => only.length === 0 || only.some((o) => n.includes(o));
it('shots', async () => {
  const sets = { month: pricesBetween(Date.UTC(2026, 9, 1) - 7200000, Date.UTC(2026,10,1)-3600000), years: pricesBetween(Date.UTC(2025, 0, 1) - 3600000, Date.UTC(2027,0,1)-3600000), mixed: pricesBetween(Date.UTC(2026, 2, 20) - 3600000, Date.UTC(2026,3,3)-7200000, 60) };
  for (const [setName, table] of Object.entries(sets)) for (const width of [1400, 600]) for (const [theme, [cls, vars]] of Object.entries(themes)) {
    const base = `${setName}-${width}-${theme}`;
    if (!want(base)) continue;
    const rows = table.rows;
    const { page, show } = await openView({ width, answer(view, { ask, asked }) {
      if (asked.kind !== 'chart') { if (asked.kind==='rows') void view.say({kind:'answer',ask,answer:{total:0,rows:[],origins:[]}}); return; }
      const t0 = performance.now();
      const answer = chartAtOnce(table, 'steps', { ...asked.question, judged: true, asked: { start: null, end: null, due: null } } as never);
      console.log(base, asked.question.view, Math.round(performance.now() - t0), 'ms');
      void view.say({ kind: 'answer', ask, answer });
    }});
    await page.evaluate(([c, v]) => { document.body.className = c as string; for (const [k, x] of Object.entries(v as object)) document.documentElement.style.setProperty('--vscode-' + k, x as string); document.documentElement.style.setProperty('--vscode-font-family','sans-serif');document.documentElement.style.setProperty('--vscode-font-size','13px'); }, [cls, vars] as const);
    await show(resultState({ rows }));
    const choose = async (list: string, option: string) => { await page.getByRole('combobox', { name: list, exact: true }).click(); await page.getByRole('option', { name: option, exact: true }).click(); await page.waitForTimeout(500); };
    const shot = (n: string) => page.screenshot({ path: `/tmp/v14shots/${base}-${n}.png` });
    await page.waitForTimeout(600);
    await choose('View', 'Heat Map');
    await page.waitForTimeout(500);
    await shot('heat');
    await page.getByRole('img', { name: /heat map/ }).focus();
    for (const k of ['ArrowRight','ArrowRight','ArrowDown','ArrowDown','ArrowDown']) await page.keyboard.press(k);
    await shot('heatkey');
    await choose('View', 'Duration Curve'); await shot('duration');
    await choose('View', 'Line'); await choose('Resolution', '60 min'); await shot('line60');
    await page.getByRole('button', { name: 'Spread…' }).click(); await page.waitForTimeout(300); await shot('spreadopen');
    await page.getByRole('button', { name: 'Show Spread' }).click(); await page.waitForTimeout(600); await shot('spread');
    await choose('View', 'Heat Map'); await shot('spreadheat');
    await page.close();
  }
}, 300000);
