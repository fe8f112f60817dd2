import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Plugin, parseAst, transformWithOxc } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const listChildren = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value) => isNode(value))

// Only the parts of the syntax tree that are read here are typed: its nodes, and where they begin and end.
const parse = (code: string) => (parseAst(code) as unknown as { body: Node[] }).body

const getName = (node: unknown) => (isNode(node) ? String(node['name']) : '')

/** The endpoint fields that the client reads. The server uses the rest to validate requests and responses. */
const clientFields = ['method', 'path', 'access']

const route = /^(GET|POST|PUT|PATCH|DELETE) /

/** Whether a node is the text `METHOD /path`, or starts with it. */
function isRoute({ type, value, quasis }: Node): boolean {
  if (type === 'Literal') return route.test(String(value))
  // The fixed parts of a template literal, as written.
  return type === 'TemplateLiteral' && route.test((quasis as { value: { raw: string } }[])[0]?.value.raw ?? '')
}

/** Parses an endpoint declaration: `endpoint({ … })`, or a call with a route, a summary and options. */
function parseEndpointCall({ type, callee, arguments: args }: Node): { fields: Node; route?: Node } | undefined {
  if (type !== 'CallExpression' || !Array.isArray(args)) return
  const [first, , third] = args as Node[]
  if (getName(callee) === 'endpoint' && first?.type === 'ObjectExpression') return { fields: first }
  if (first && isRoute(first) && third?.type === 'ObjectExpression') return { fields: third, route: first }
  return
}

/**
 * Reduces each endpoint to the fields that the client reads. Streams keep their response schema, because the client
 * validates events itself.
 */
function buildEndpointEdits(code: string, node: Node): Edit[] {
  const declaration = parseEndpointCall(node)
  if (!declaration) return listChildren(node).flatMap((part) => buildEndpointEdits(code, part))
  const getText = ({ start, end }: Node) => code.slice(start, end)
  const properties = declaration.fields['properties'] as Node[]
  const isStream = properties.some(
    ({ key, value }) => getName(key) === 'answers' && (value as Node)['value'] === 'stream',
  )
  const read = isStream ? [...clientFields, 'response'] : clientFields
  // Spreads shared by calls with a route are only for the server.
  const keepSpreads = !declaration.route
  const kept = properties.filter(({ type, key }) =>
    type === 'SpreadElement' ? keepSpreads : read.includes(getName(key)),
  )
  const fields = `{ ${kept.map(getText).join(', ')} }`
  const { callee } = node as Node & { callee: Node }
  const text = declaration.route ? `${getText(callee)}(${getText(declaration.route)}, "", ${fields})` : `(${fields})`
  return [{ start: node.start, end: node.end, text }]
}

/** Returns the code of a contract module with its endpoints reduced to the fields that the client reads. */
function slimEndpoints(code: string): string {
  const edits = parse(code).flatMap((statement) => buildEndpointEdits(code, statement))
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: slim }) => text.slice(0, start) + slim + text.slice(end), code)
}

type ImportedName = { local: string; imported: string; source: string }

const listImports = ({ type, source, specifiers }: Node): ImportedName[] =>
  type === 'ImportDeclaration'
    ? (specifiers as Node[]).map(({ local, imported }) => ({
        local: getName(local),
        imported: getName(imported),
        source: String((source as Node)['value']),
      }))
    : []

const isExport = ({ type }: Node) => type === 'ExportNamedDeclaration'
const unwrapExport = (node: Node) => (isExport(node) && isNode(node['declaration']) ? node['declaration'] : node)

/** Whether a top-level statement can be split. Types are already stripped, which may leave an empty export. */
function isSupported(statement: Node): boolean {
  const { type, source, specifiers, kind } = unwrapExport(statement)
  if (type === 'ExportNamedDeclaration') return !source && Array.isArray(specifiers) && specifiers.length === 0
  return (
    ['ImportDeclaration', 'FunctionDeclaration'].includes(type) || (type === 'VariableDeclaration' && kind === 'const')
  )
}

/** Lists the constants and functions that a statement declares, each with its source code. */
function listDeclarations(code: string, statement: Node): Declaration[] {
  const node = unwrapExport(statement)
  const getText = ({ start, end }: Node) => code.slice(start, end)
  if (node.type === 'FunctionDeclaration') return [{ name: getName(node['id']), node, text: getText(node) }]
  if (node.type !== 'VariableDeclaration') return []
  // Declaring a schema has no side effects, so an unused one may be dropped.
  return (node['declarations'] as Node[]).map(({ id, init }) => ({
    name: getName(id),
    node: init as Node,
    text: `const ${getName(id)} = /* @__PURE__ */ (() => (${getText(init as Node)}))()`,
  }))
}

/** Lists the names that a piece of code may refer to. */
function listReferences(node: Node): string[] {
  if (node.type === 'Identifier') return [getName(node)]
  const isFixed = !node['computed'] && (node.type === 'MemberExpression' || node.type === 'Property')
  const read = node.type === 'MemberExpression' ? ['object'] : ['value']
  const parts = isFixed ? read.map((key) => node[key]).filter((part) => isNode(part)) : listChildren(node)
  return parts.flatMap(listReferences)
}

type Declaration = { name: string; node: Node; text: string }

/** A contract module: its imports and declarations. */
type ContractModule = { file: string; imports: ImportedName[]; declared: Declaration[]; exported: string[] }

export function parseModule(file: string, code: string): ContractModule {
  const slim = slimEndpoints(code)
  const body = parse(slim)
  const other = body.find((statement) => !isSupported(statement))
  if (other) throw new Error(`${file} has a ${other.type}, which the build of the client cannot take apart`)
  const declaredBy = (statement: Node) => listDeclarations(slim, statement)
  const exported = body.filter(isExport).flatMap(declaredBy)
  return {
    file,
    imports: body.flatMap(listImports),
    declared: body.flatMap(declaredBy),
    exported: exported.map(({ name }) => name),
  }
}

const toModuleId = (file: string, name: string) => `${file}?only=${name}`

const formatImport = ({ local, imported, source }: ImportedName) =>
  `import { ${imported} as ${local} } from ${JSON.stringify(source)}\n`

/** Builds a module for one constant or function, importing the names that it refers to. */
export function buildConstantModule({ file, imports, declared }: ContractModule, name: string): string {
  const target = declared.find((one) => one.name === name)
  if (!target) throw new Error(`${file} declares no ${name}`)
  const localImports = declared.map((one) => ({
    local: one.name,
    imported: one.name,
    source: toModuleId(file, one.name),
  }))
  const moduleImports = imports.map(({ source, ...one }) => ({
    ...one,
    source: source.startsWith('.') ? toModuleId(join(dirname(file), source), one.imported) : source,
  }))
  const names = new Set(listReferences(target.node))
  const needed = [...localImports, ...moduleImports].filter(({ local }) => local !== name && names.has(local))
  return `${needed.map(formatImport).join('')}${target.text}\nexport { ${name} }\n`
}

/** Re-exports everything of a module, for code that imports it as a whole. */
const buildReexports = ({ file, exported }: ContractModule) =>
  exported.map((name) => `export { ${name} } from ${JSON.stringify(toModuleId(file, name))}\n`).join('')

const folder = join(import.meta.dirname, '..', 'contract', 'src')
const contractImport = /^@dooryard\/contract\/([\w/-]+)$/

/** Splits the client's contract imports into one import per name. */
export function splitContractImports(code: string): string {
  const statements = parse(code).filter((statement) =>
    listImports(statement).some(({ source }) => contractImport.test(source)),
  )
  return statements.reduceRight((text, statement) => {
    const lines = listImports(statement).map(({ source, ...one }) => {
      const file = join(folder, `${contractImport.exec(source)?.[1]}.ts`)
      return formatImport({ ...one, source: toModuleId(file, one.imported) })
    })
    // On as many lines as before, so that the source map of the file still fits.
    const before = text.slice(statement.start, statement.end)
    const after = lines.join('').replaceAll('\n', ';') + '\n'.repeat(before.split('\n').length - 1)
    return text.slice(0, statement.start) + after + text.slice(statement.end)
  }, code)
}

/**
 * Includes only the parts of the contract that the client uses. Chunks are split by module, and a contract module
 * holds the schemas of a whole API area, so this plugin turns each constant into a module of its own.
 */
export function slimContract(): Plugin {
  const modules = new Map<string, Promise<ContractModule>>()
  const read = async (file: string) => {
    const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
    return parseModule(file, code)
  }
  const getModule = (file: string) => {
    const module = modules.get(file) ?? read(file)
    modules.set(file, module)
    return module
  }
  return {
    name: 'slim-contract',
    apply: 'build',
    enforce: 'post',
    resolveId: { filter: { id: /\?only=\w+$/ }, handler: (id) => ({ id, moduleSideEffects: false }) },
    load: {
      filter: { id: /[\\/]contract[\\/]src[\\/](?:[\w-]+[\\/])*[\w-]+\.ts/ },
      handler: async (id) => {
        const [file = id, name] = id.split('?only=')
        const module = await getModule(file)
        return name ? buildConstantModule(module, name) : buildReexports(module)
      },
    },
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].*\.tsx?/, code: '@dooryard/contract/' },
      handler: (code) => ({ code: splitContractImports(code), map: null }),
    },
  }
}
