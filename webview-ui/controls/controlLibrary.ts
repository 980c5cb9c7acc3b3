/**
 * The controls of the library, for what isn't in a new tab's first picture: search fields, and the buttons of
 * the export dialog. Loading the library takes about 40 ms, for which a new tab would have to wait.
 */
import {
  type Button,
  provideVSCodeDesignSystem,
  type TextField,
  vsCodeButton,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

declare global {
  interface HTMLElementTagNameMap {
    'vscode-button': Button;
    'vscode-text-field': TextField;
  }
}

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeTextField());

/** A button of the export dialog. */
export function dialogButton(label: string, look: 'primary' | 'secondary', onClick: () => void): Button {
  const made = document.createElement('vscode-button');
  made.appearance = look;
  made.append(label);
  made.addEventListener('click', onClick);
  return made;
}

/** A search field, with its label as the accessible name. */
export function textField(traits: {
  label: string;
  placeholder: string;
  /** `back` is true with Shift. */
  onEnter: (value: string, back: boolean) => void;
}) {
  const made = document.createElement('vscode-text-field');
  made.setAttribute('placeholder', traits.placeholder);
  // The library takes the accessible name from the content; the style sheet hides it.
  made.append(traits.label);
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') traits.onEnter(made.value, event.shiftKey);
  });
  return {
    element: made,
    value: () => made.value,
    setValue: (value: string) => {
      made.value = value;
    },
    /** Takes the focus and selects its text. */
    focus: () => {
      made.focus();
      made.shadowRoot?.querySelector('input')?.select();
    },
  };
}
