const texts = { type: 'object', properties: { selector: { type: 'string' }, message: { type: 'string' } } };

/**
 * ESLint's `no-restricted-syntax`, which oxlint lacks: each option is a selector of syntax
 * (https://eslint.org/docs/latest/extend/selectors) and the reason why it is forbidden.
 */
const restricted = {
  meta: { schema: { type: 'array', items: texts } },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
};

export default { meta: { name: 'syntax' }, rules: { restricted } };
