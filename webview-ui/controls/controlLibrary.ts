import './beforeLibrary';
import {
  type Button,
  type Dropdown,
  provideVSCodeDesignSystem,
  type TextField,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

declare global {
  interface HTMLElementTagNameMap {
    'vscode-button': Button;
    'vscode-dropdown': Dropdown;
    'vscode-text-field': TextField;
  }
}

// Makes the elements of this library what it makes of them, also those that the page has already.
provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption(), vsCodeTextField());
