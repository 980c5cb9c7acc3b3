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

// Upgrades elements that are already in the page, too.
provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption(), vsCodeTextField());
