interface AuthorizeProps {
  schema: { get(name: 'flow'): string };
  authSelectors: { getConfigs(): object };
}
interface ResponseProps {
  code: string;
  response: { get(name: 'description'): string };
}
interface SwaggerUI {
  React: {
    createElement(component: unknown, props: object | null, ...children: unknown[]): unknown;
    useState(first: boolean): [boolean, (value: boolean) => void];
    useEffect(effect: () => void, once: []): void;
  };
}

/** The part of the browser's document that the dialog needs. */
interface DialogDocument {
  querySelector(selector: string):
    | {
        focus(options: { preventScroll: boolean }): void;
        scrollTo(x: number, y: number): void;
      }
    | null
    | undefined;
}

/**
 * `initOAuth` fills in its client for every flow, but that client has no secret. This runs in the browser and is sent
 * as source, so it cannot use variables of this file.
 */
export const ownClientOnlyWithCode = () => ({
  wrapComponents: {
    oauth2: (original: unknown, ui: SwaggerUI) => (props: AuthorizeProps) => {
      const { schema, authSelectors } = props;
      if (schema.get('flow') === 'authorizationCode') return ui.React.createElement(original, props);
      const getConfigs = () => ({ ...authSelectors.getConfigs(), clientId: '' });
      return ui.React.createElement(original, { ...props, authSelectors: { ...authSelectors, getConfigs } });
    },
  },
});

/**
 * Each form of the dialog focuses its first field, so the last form wins and the dialog opens scrolled to its end. This
 * also runs in the browser.
 */
export const dialogFromTheTop = () => ({
  wrapComponents: {
    authorizationPopup: (original: unknown, ui: SwaggerUI) => (props: object) => {
      ui.React.useEffect(() => {
        const { document } = globalThis as unknown as { document: DialogDocument };
        document.querySelector('.modal-ux .auth-container input')?.focus({ preventScroll: true });
        document.querySelector('.modal-ux-content')?.scrollTo(0, 0);
      }, []);
      return ui.React.createElement(original, props);
    },
  },
});

/** Collapses each refusal to one line, so that an operation fits on a screen. This also runs in the browser. */
export const refusalsInALine = () => ({
  wrapComponents: {
    response: (original: unknown, ui: SwaggerUI) => (props: ResponseProps) => {
      const react = ui.React;
      const [isOpen, open] = react.useState(false);
      if (isOpen || !/^[45]/.test(props.code)) return react.createElement(original, props);
      return react.createElement(
        'tr',
        { className: 'response' },
        react.createElement(
          'td',
          { className: 'response-col_status', style: { padding: '2px 0' } },
          props.code,
        ),
        react.createElement(
          'td',
          { className: 'response-col_description', colSpan: 2, style: { padding: '2px 0' } },
          `${props.response.get('description').replaceAll('`', '')} `,
          react.createElement('button', { type: 'button', onClick: () => open(true) }, 'Example'),
        ),
      );
    },
  },
});
