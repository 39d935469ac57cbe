const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
const annotation = (node) => node?.typeAnnotation?.typeAnnotation;
const isCallable = (node) => annotation(node)?.type === 'TSFunctionType';

/** Undefined for a name that is a string or an expression. */
const memberName = ({ key, computed }) =>
  !computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier') ? key.name : undefined;

/** Whether a type may be undefined, or is a promise of such a type. */
function mayBeUndefined(type) {
  if (type?.type === 'TSUndefinedKeyword') return true;
  if (type?.type === 'TSUnionType') return type.types.some(mayBeUndefined);
  const isPromise = type?.type === 'TSTypeReference' && type.typeName.name === 'Promise';
  return isPromise && type.typeArguments.params.some(mayBeUndefined);
}

/** `get` throws if nothing is found, `find` may return undefined. */
const functions = {
  create(context) {
    const check = (node, name, returned) => {
      if (/^get[A-Z]/.test(name ?? '') && mayBeUndefined(returned?.typeAnnotation))
        context.report({ node, message: `\`${name}\` may return undefined: get throws, find does not.` });
    };
    const checkParameters = ({ params }) => {
      for (const one of params) {
        const parameter = one.type === 'TSParameterProperty' ? one.parameter : one;
        if (isCallable(parameter)) check(parameter, parameter.name, annotation(parameter).returnType);
      }
    };
    const checkSignature = (node) => check(node.key, memberName(node), node.returnType);
    const checkProperty = (node) => {
      if (isFunction(node.value)) check(node.key, memberName(node), node.value.returnType);
      else if (isCallable(node)) check(node.key, memberName(node), annotation(node).returnType);
    };
    return {
      FunctionDeclaration: (node) => {
        if (node.id) check(node.id, node.id.name, node.returnType);
        checkParameters(node);
      },
      'FunctionExpression, ArrowFunctionExpression': checkParameters,
      VariableDeclarator: ({ id, init }) => {
        if (id.type === 'Identifier' && isFunction(init)) check(id, id.name, init.returnType);
      },
      'MethodDefinition, TSAbstractMethodDefinition': (node) => {
        if (node.kind === 'method') check(node.key, memberName(node), node.value.returnType);
      },
      TSMethodSignature: checkSignature,
      'PropertyDefinition, TSPropertySignature': checkProperty,
    };
  },
};

const vagueBound = /^#?(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|FEW|FEWEST)_/;
const duration = /(^|_)(TIMEOUT|INTERVAL|DELAY|LIFETIME|TTL|PAUSE|GRACE|PERIOD|DURATION|AGE)$/;
const otherUnit = /^(?!.*_(PER|A)_).*_(MILLISECONDS?|SECOND|MINUTES?|HOURS?|DAY|WEEKS?|MONTHS?|YEARS?)$/;
/** Includes products such as `60 * 1000`. */
const isNumber = (node) =>
  (node?.type === 'Literal' && typeof node.value === 'number') ||
  (node?.type === 'BinaryExpression' && isNumber(node.left) && isNumber(node.right));

/** A constant that is a bound begins with MAX_ or MIN_; a duration ends in its unit. */
const bounds = {
  create: (context) => ({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier') return;
      if (vagueBound.test(id.name)) context.report({ node: id, message: 'A bound is named MAX_ or MIN_.' });
      if (isNumber(init) && (duration.test(id.name) || otherUnit.test(id.name)))
        context.report({ node: id, message: 'A duration ends in _MS, _SECONDS or _DAYS.' });
    },
  }),
};

/** Rules about names that can be checked; see CONTRIBUTING.md. */
export default { meta: { name: 'names' }, rules: { functions, bounds } };
