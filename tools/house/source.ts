import { parseSync } from 'vite';

export type Import = { specifier: string; line: number; typeOnly: boolean };
export type Use = { name: string; line: number };
export type Source = {
  lines: number;
  imports: Import[];
  /** What the file takes from its surroundings without importing it: `fetch`, `Date.now`, `new Date()`. */
  uses: Use[];
  /** True where every statement only passes on what other files export. */
  isBarrel: boolean;
};

type Node = { type: string; start: number; [key: string]: unknown };

/** Places where a name isn't a reference. */
const NO_LOOK_UP = new Set(['key', 'property', 'label', 'typeName', 'id', 'local', 'imported', 'exported']);

/** Reads TypeScript or JavaScript; throws where it does not parse. */
export function parseCode(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(errors[0].message);
  const lineAt = lineFinder(text);
  const imports: Import[] = [];
  const looked: (Use & { root: string })[] = [];
  const declared = new Set<string>();
  visit(program as unknown as Node, (node, parent, key) => {
    const found = importOf(node);
    if (found) imports.push({ ...found, line: lineAt(node.start) });
    for (const name of namesDeclaredBy(node)) declared.add(name);
    if (node.type !== 'Identifier') return;
    if (NO_LOOK_UP.has(key) && !parent.computed) return;
    const root = String(node.name);
    looked.push({ root, name: nameInUse(root, parent, key), line: lineAt(node.start) });
  });
  const uses = looked.filter(({ root }) => !declared.has(root)).map(({ name, line }) => ({ name, line }));
  const body = program.body as unknown as Node[];
  const isBarrel =
    body.length > 0 && body.every((statement) => /^Export/.test(statement.type) && statement.source);
  return { lines: countLines(text), imports, uses, isBarrel };
}

/** Parses a style sheet's imports and length. */
export function parseStyles(text: string): Source {
  const lineAt = lineFinder(text);
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const imports = [...withoutComments.matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]/g)].map((match) => ({
    specifier: match[1] ?? '',
    line: lineAt(match.index),
    typeOnly: false,
  }));
  return { lines: countLines(text), imports, uses: [], isBarrel: false };
}

function importOf(node: Node): Omit<Import, 'line'> | undefined {
  const specifier = (node.source as { value?: unknown } | null | undefined)?.value;
  if (typeof specifier !== 'string') return undefined;
  const names = (node.specifiers ?? []) as Node[];
  const kindOf = (part: Node) => part.importKind ?? part.exportKind;
  const onlyTypes = names.length > 0 && names.every((name) => kindOf(name) === 'type');
  return { specifier, typeOnly: node.type === 'TSImportType' || kindOf(node) === 'type' || onlyTypes };
}

function namesDeclaredBy(node: Node): string[] {
  const patterns = [node.params, node.type === 'CatchClause' ? node.param : undefined, node.local].flat();
  if (/Declaration|Declarator|FunctionExpression|ClassExpression/.test(node.type)) patterns.push(node.id);
  return patterns.flatMap((pattern) => namesIn(pattern as Node | undefined));
}

/** The names that a pattern such as `{ a, b: [c = 1, ...d] }` declares. */
function namesIn(pattern: Node | null | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [String(pattern.name)];
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((property) =>
        namesIn((property.value ?? property) as Node),
      );
    case 'ArrayPattern':
      return (pattern.elements as Node[]).flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left as Node);
    case 'RestElement':
      return namesIn(pattern.argument as Node);
    default:
      return [];
  }
}

function nameInUse(root: string, parent: Node, key: string): string {
  if (parent.type === 'MemberExpression' && key === 'object') {
    return `${root}.${String((parent.property as Node).name)}`;
  }
  if (key !== 'callee') return root;
  if (parent.type === 'NewExpression' && (parent.arguments as Node[]).length === 0) return `new ${root}()`;
  return parent.type === 'CallExpression' ? `${root}()` : root;
}

function visit(node: Node, see: (node: Node, parent: Node, key: string) => void): void {
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== 'string') continue;
      see(child, node, key);
      visit(child, see);
    }
  }
}

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

function lineFinder(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}
