const texts = { type: 'object', properties: { selector: { type: 'string' }, message: { type: 'string' } } };

/**
 * ESLint's `no-restricted-syntax` for oxlint, which has no such rule itself: each option is a selector of syntax
 * (https://eslint.org/docs/latest/extend/selectors) and why it is refused.
 */
const restricted = {
  meta: { schema: { type: 'array', items: texts } },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
};

export default { meta: { name: 'syntax' }, rules: { restricted } };
