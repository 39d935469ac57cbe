/** Words that say nothing by themselves: of what, by whom, known to whom? */
const bareWords = new Set(
  (
    'of on by at to from with who there asked known found made given told taken left kept held meant wanted ' +
    'apart others own'
  ).split(' '),
);
/** A method may be named after its preposition: `Duration.of`, `list.at`. */
const prepositions = new Set('of on by at to from with'.split(' '));

/** Verbs that mean too many things, each with what to write instead. */
const vagueVerbs = new Map([
  ['hold', 'lock, or assert'],
  ['note', 'record, or enqueue'],
  ['tell', 'publish, or mail'],
  ['ask', 'request, or find'],
  ['look', 'check, or find'],
  ['take', 'claim, revoke, or delete'],
  ['give', 'release, or insert'],
  ['leave', 'remove, or exit'],
  ['put', 'upsert, or store'],
]);
const vague = new RegExp(`^(${[...vagueVerbs.keys()].join('|')})s?(?=[A-Z]|$)`);

const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
const annotation = (node) => node?.typeAnnotation?.typeAnnotation;
const isCallable = (node) => annotation(node)?.type === 'TSFunctionType';

/** Calls `visit(node, name)` for each name that a pattern binds. */
function eachBinding(pattern, visit) {
  if (!pattern) return;
  if (pattern.type === 'Identifier') visit(pattern, pattern.name);
  if (pattern.type === 'AssignmentPattern') eachBinding(pattern.left, visit);
  if (pattern.type === 'RestElement') eachBinding(pattern.argument, visit);
  if (pattern.type === 'TSParameterProperty') eachBinding(pattern.parameter, visit);
  if (pattern.type === 'ArrayPattern') for (const one of pattern.elements) eachBinding(one, visit);
  if (pattern.type === 'ObjectPattern')
    for (const one of pattern.properties) eachBinding(one.type === 'Property' ? one.value : one, visit);
}

/** Undefined for a name that is a text or an expression. */
const memberName = ({ key, computed }) =>
  !computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier') ? key.name : undefined;

/** Members of bodies and rows bear the names of the wire and of SQL. */
const hasForeignNames = ({ filename }) => /\.(schema|queries)\.ts$/.test(filename);

/** The inline type of a row, as in `many<{ found: boolean }>`: SQL names its columns. */
function isRow({ parent: type }) {
  if (type.type !== 'TSTypeLiteral') return false;
  let outer = type.parent;
  while (outer.type === 'TSIntersectionType' || outer.type === 'TSUnionType') outer = outer.parent;
  return outer.type === 'TSTypeParameterInstantiation' && outer.parent.type === 'CallExpression';
}

/** The innermost function, type or class around a node. */
function enclosingScope(node) {
  let scope = node.parent;
  while (
    scope.parent &&
    !/Function|TSInterfaceBody|TSTypeLiteral|ClassBody|TSMethodSignature/.test(scope.type)
  )
    scope = scope.parent;
  return scope;
}

/** A variable, parameter or property says what it is. The ends of a range, `from` and `to`, are clear together. */
const things = {
  create(context) {
    const ends = new Map();
    const check = (node, name) => {
      if (!bareWords.has(name)) return;
      if (name !== 'from' && name !== 'to')
        return context.report({ node, message: `Say what it is: \`${name}\` alone could be anything.` });
      const scope = enclosingScope(node);
      ends.set(scope, [...(ends.get(scope) ?? []), { node, name }]);
    };
    const checkParameters = ({ params }) => {
      for (const one of params) eachBinding(one, check);
    };
    const checkMembers = (object) => {
      if (object?.type !== 'ObjectExpression' || hasForeignNames(context)) return;
      for (const one of object.properties) if (one.type === 'Property') check(one.key, memberName(one));
    };
    return {
      VariableDeclarator: ({ id }) => eachBinding(id, check),
      ReturnStatement: ({ argument }) => checkMembers(argument),
      ArrowFunctionExpression: ({ body }) => checkMembers(body),
      CatchClause: ({ param }) => eachBinding(param, check),
      'FunctionDeclaration, FunctionExpression, ArrowFunctionExpression': checkParameters,
      'TSFunctionType, TSMethodSignature, TSDeclareFunction, TSEmptyBodyFunctionExpression': checkParameters,
      PropertyDefinition: (node) => check(node.key, memberName(node)),
      TSPropertySignature: (node) => {
        if (!hasForeignNames(context) && !isRow(node)) check(node.key, memberName(node));
      },
      'Program:exit'() {
        for (const declared of ends.values()) {
          if (new Set(declared.map(({ name }) => name)).size === 2) continue;
          for (const { node, name } of declared)
            context.report({ node, message: `Say what it is: \`${name}\` alone is no range.` });
        }
      },
    };
  },
};

/** Whether a type is undefined in one of its cases, or a promise of such a type. */
function mayBeUndefined(type) {
  if (type?.type === 'TSUndefinedKeyword') return true;
  if (type?.type === 'TSUnionType') return type.types.some(mayBeUndefined);
  const isPromise = type?.type === 'TSTypeReference' && type.typeName.name === 'Promise';
  return isPromise && type.typeArguments.params.some(mayBeUndefined);
}

/** The fault of a function's name; undefined if it has none. */
function functionFault(name, returned) {
  const [, verb] = vague.exec(name) ?? [];
  // `put` alone is the method of HTTP
  if (verb && name !== 'put') return `\`${verb}\` means too many things: ${vagueVerbs.get(verb)}.`;
  if (/[a-z]Of$/.test(name) && !/^(is|has|can|must|may)[A-Z]/.test(name))
    return `Begin \`${name}\` with a verb: find, get, list, read, parse, create, format ...`;
  if (/^get[A-Z]/.test(name) && mayBeUndefined(returned?.typeAnnotation))
    return `\`${name}\` may return undefined: get throws, find does not.`;
  if (bareWords.has(name) && !prepositions.has(name)) return `Begin \`${name}\` with a verb.`;
  return undefined;
}

/** Names of a controller's methods are operation ids of the OpenAPI documents. */
const isOperation = ({ parent }) => /Controller$/.test(parent.parent.id?.name ?? '');

/** A function is named after what it does, by a verb with one meaning; or it asks: is, has, can, must, may. */
const functions = {
  create(context) {
    const check = (node, name, returned) => {
      const message = name && functionFault(name, returned);
      if (message) context.report({ node, message });
    };
    const checkParameters = ({ params }) => {
      for (const one of params)
        eachBinding(one, (node, name) => {
          if (isCallable(node)) check(node, name, annotation(node).returnType);
        });
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
        if (node.kind === 'method' && !isOperation(node))
          check(node.key, memberName(node), node.value.returnType);
      },
      TSMethodSignature: checkSignature,
      'PropertyDefinition, TSPropertySignature': checkProperty,
    };
  },
};

const vagueBound = /^#?(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|FEW|FEWEST)_/;
const duration = /(^|_)(TIMEOUT|INTERVAL|DELAY|LIFETIME|TTL|PATIENCE|PAUSE|GRACE|PERIOD|DURATION|AGE)$/;
const otherUnit = /^(?!.*_(PER|A)_).*_(MILLISECONDS?|SECOND|MINUTES?|HOURS?|DAY|WEEKS?|MONTHS?|YEARS?)$/;
/** `60 * 1000` as well. */
const isNumber = (node) =>
  (node?.type === 'Literal' && typeof node.value === 'number') ||
  (node?.type === 'BinaryExpression' && isNumber(node.left) && isNumber(node.right));

/** A constant that bounds begins with MAX_ or MIN_; one that lasts ends in its unit. */
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

/** `Changed`, `Known`: a participle alone, which could be of anything. Needs and seeds are things. */
const participle =
  /^([A-Z][a-z]*[^e]ed|Built|Drawn|Driven|Found|Given|Held|Kept|Known|Left|Made|Meant|Proven|Seen|Sent|Shown|Spent|Taken|Told|Written)$/;
/** The names of answers in HTTP. */
const statusNames = new Set(['Unauthorized']);

/** A type or class is a noun: a preposition or participle alone does not say of what. */
const types = {
  create(context) {
    const check = (node) => {
      const name = node?.name;
      if (!name || statusNames.has(name)) return;
      if (participle.test(name) || bareWords.has(name.toLowerCase()))
        context.report({ node, message: `Say what it is: \`${name}\` is no noun.` });
    };
    return {
      'TSInterfaceDeclaration, TSTypeAliasDeclaration, TSEnumDeclaration': ({ id }) => check(id),
      'ClassDeclaration, ClassExpression': ({ id }) => check(id),
      TSTypeParameter: ({ name }) => check(name),
    };
  },
};

/** How we name things: CONTRIBUTING.md. `docs/test/exported-names.spec.ts` has the rule about more than one file. */
export default { meta: { name: 'names' }, rules: { things, types, functions, bounds } };
