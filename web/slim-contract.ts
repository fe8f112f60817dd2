import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Plugin, parseAst, transformWithOxc } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const partsOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value) => isNode(value))

// Of a syntax tree only what is read here is typed: that parts of it are nodes, and where these begin and end.
const parse = (code: string) => (parseAst(code) as unknown as { body: Node[] }).body

const nameOf = (node: unknown) => (isNode(node) ? String(node['name']) : '')

/** What the client reads of an endpoint. The rest is for the server, which checks what it is sent and what it answers. */
const readOfEndpoints = ['method', 'path', 'access', 'ownerRows']

const route = /^(GET|POST|PUT|PATCH|DELETE) /

/** Whether a node is the text `METHOD /path`, or begins so. */
function isRoute({ type, value, quasis }: Node): boolean {
  if (type === 'Literal') return route.test(String(value))
  // The fixed parts of a template, as they are written.
  return type === 'TemplateLiteral' && route.test((quasis as { value: { raw: string } }[])[0]?.value.raw ?? '')
}

/** What an endpoint is declared by: `endpoint({ … })`, or a call with its route, its summary and the rest. */
function declarationOf({ type, callee, arguments: given }: Node): { fields: Node; route?: Node } | undefined {
  if (type !== 'CallExpression' || !Array.isArray(given)) return
  const [first, , third] = given as Node[]
  if (nameOf(callee) === 'endpoint' && first?.type === 'ObjectExpression') return { fields: first }
  if (first && isRoute(first) && third?.type === 'ObjectExpression') return { fields: third, route: first }
  return
}

/** Each endpoint as what the client reads of it; the events of a stream it checks itself. */
function endpointEdits(code: string, node: Node): Edit[] {
  const declaration = declarationOf(node)
  if (!declaration) return partsOf(node).flatMap((part) => endpointEdits(code, part))
  const textOf = ({ start, end }: Node) => code.slice(start, end)
  const properties = declaration.fields['properties'] as Node[]
  const isStream = properties.some(
    ({ key, value }) => nameOf(key) === 'answers' && (value as Node)['value'] === 'stream',
  )
  const read = isStream ? [...readOfEndpoints, 'response'] : readOfEndpoints
  // What calls with a route share by a spread is for the server alone.
  const keepsSpreads = !declaration.route
  const kept = properties.filter(({ type, key }) =>
    type === 'SpreadElement' ? keepsSpreads : read.includes(nameOf(key)),
  )
  const fields = `{ ${kept.map(textOf).join(', ')} }`
  const { callee } = node as Node & { callee: Node }
  const text = declaration.route ? `${textOf(callee)}(${textOf(declaration.route)}, "", ${fields})` : `(${fields})`
  return [{ start: node.start, end: node.end, text }]
}

/** A module of the contract with its endpoints as the client reads them. */
function withSlimEndpoints(code: string): string {
  const edits = parse(code).flatMap((statement) => endpointEdits(code, statement))
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: slim }) => text.slice(0, start) + slim + text.slice(end), code)
}

type Import = { local: string; imported: string; source: string }

const importsOf = ({ type, source, specifiers }: Node): Import[] =>
  type === 'ImportDeclaration'
    ? (specifiers as Node[]).map(({ local, imported }) => ({
        local: nameOf(local),
        imported: nameOf(imported),
        source: String((source as Node)['value']),
      }))
    : []

const isExport = ({ type }: Node) => type === 'ExportNamedDeclaration'
const withoutExport = (node: Node) => (isExport(node) && isNode(node['declaration']) ? node['declaration'] : node)

/** What a module of the contract is made of. Types are gone by now, which may leave an export of nothing. */
function isHandled(statement: Node): boolean {
  const { type, source, specifiers, kind } = withoutExport(statement)
  if (type === 'ExportNamedDeclaration') return !source && Array.isArray(specifiers) && specifiers.length === 0
  return (
    ['ImportDeclaration', 'FunctionDeclaration'].includes(type) || (type === 'VariableDeclaration' && kind === 'const')
  )
}

/** The constants and functions that a statement declares, each with the code that declares it. */
function declarationsOf(code: string, statement: Node): Declared[] {
  const node = withoutExport(statement)
  const textOf = ({ start, end }: Node) => code.slice(start, end)
  if (node.type === 'FunctionDeclaration') return [{ name: nameOf(node['id']), node, text: textOf(node) }]
  if (node.type !== 'VariableDeclaration') return []
  // Declaring a schema does nothing else, so one that nothing uses may go.
  return (node['declarations'] as Node[]).map(({ id, init }) => ({
    name: nameOf(id),
    node: init as Node,
    text: `const ${nameOf(id)} = /* @__PURE__ */ (() => (${textOf(init as Node)}))()`,
  }))
}

/** The names that a piece of code may refer to. */
function namesIn(node: Node): string[] {
  if (node.type === 'Identifier') return [nameOf(node)]
  const isFixed = !node['computed'] && (node.type === 'MemberExpression' || node.type === 'Property')
  const read = node.type === 'MemberExpression' ? ['object'] : ['value']
  const parts = isFixed ? read.map((key) => node[key]).filter((part) => isNode(part)) : partsOf(node)
  return parts.flatMap(namesIn)
}

type Declared = { name: string; node: Node; text: string }

/** A module of the contract: what it imports and what it declares. */
type Module = { file: string; imports: Import[]; declared: Declared[]; exported: string[] }

export function readModule(file: string, code: string): Module {
  const slim = withSlimEndpoints(code)
  const body = parse(slim)
  const other = body.find((statement) => !isHandled(statement))
  if (other) throw new Error(`${file} has a ${other.type}, which the build of the client cannot take apart`)
  const declaredBy = (statement: Node) => declarationsOf(slim, statement)
  const exported = body.filter(isExport).flatMap(declaredBy)
  return {
    file,
    imports: body.flatMap(importsOf),
    declared: body.flatMap(declaredBy),
    exported: exported.map(({ name }) => name),
  }
}

const idOf = (file: string, name: string) => `${file}?only=${name}`

const importLine = ({ local, imported, source }: Import) =>
  `import { ${imported} as ${local} } from ${JSON.stringify(source)}\n`

/** One constant or function of a module by itself, with imports of those that it refers to. */
export function onlyOne({ file, imports, declared }: Module, name: string): string {
  const here = declared.find((one) => one.name === name)
  if (!here) throw new Error(`${file} declares no ${name}`)
  const within = declared.map((one) => ({ local: one.name, imported: one.name, source: idOf(file, one.name) }))
  const without = imports.map(({ source, ...one }) => ({
    ...one,
    source: source.startsWith('.') ? idOf(join(dirname(file), source), one.imported) : source,
  }))
  const names = new Set(namesIn(here.node))
  const needed = [...within, ...without].filter(({ local }) => local !== name && names.has(local))
  return `${needed.map(importLine).join('')}${here.text}\nexport { ${name} }\n`
}

/** Everything of a module, for who imports it as a whole. */
const allOf = ({ file, exported }: Module) =>
  exported.map((name) => `export { ${name} } from ${JSON.stringify(idOf(file, name))}\n`).join('')

const folder = join(import.meta.dirname, '..', 'contract', 'src')
const contract = /^@dooryard\/contract\/([\w-]+)$/

/** Code of the client that imports from the contract one by one. */
function importingOneByOne(code: string): string {
  const statements = parse(code).filter((statement) => importsOf(statement).some(({ source }) => contract.test(source)))
  return statements.reduceRight((text, statement) => {
    const lines = importsOf(statement).map(({ source, ...one }) => {
      const file = join(folder, `${contract.exec(source)?.[1]}.ts`)
      return importLine({ ...one, source: idOf(file, one.imported) })
    })
    return text.slice(0, statement.start) + lines.join('') + text.slice(statement.end)
  }, code)
}

/**
 * Brings of the contract what the client uses of it. Where a chunk ends is decided by modules, and a module of the
 * contract has the schemas of a whole part of the API: so each of its constants becomes a module of its own here.
 */
export function slimContract(): Plugin {
  const modules = new Map<string, Promise<Module>>()
  const read = async (file: string) => {
    const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
    return readModule(file, code)
  }
  const moduleAt = (file: string) => {
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
      filter: { id: /[\\/]contract[\\/]src[\\/][\w-]+\.ts/ },
      handler: async (id) => {
        const [file = id, name] = id.split('?only=')
        const module = await moduleAt(file)
        return name ? onlyOne(module, name) : allOf(module)
      },
    },
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].*\.tsx?/, code: '@dooryard/contract/' },
      handler: importingOneByOne,
    },
  }
}
