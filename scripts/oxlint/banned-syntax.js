/**
 * Bans what selectors find: `['error', { selector, message }, ...]`. It stands in for `no-restricted-syntax`, which oxlint does not
 * have; oxlint reads the same selectors.
 */
export const bannedSyntax = {
  meta: {
    type: 'problem',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { selector: { type: 'string' }, message: { type: 'string' } },
        required: ['selector', 'message'],
        additionalProperties: false,
      },
    },
  },
  create(context) {
    return Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    );
  },
};
