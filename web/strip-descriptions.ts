import { type Plugin, parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Returns the object and name of a `.meta({ … })` or `.describe(…)` call. */
function parseMetaCall({ type, callee, arguments: args }: Node) {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(args) || args.length !== 1) return
  const { object, property, computed } = callee
  if (!isNode(object) || !isNode(property) || computed) return
  const isMeta = property['name'] === 'meta' && args[0]?.type === 'ObjectExpression'
  return isMeta || property['name'] === 'describe' ? { object, name: property } : undefined
}

/** Finds those calls below a node, from the dot to the end; nested calls are included in the outer one. */
function findMetaCalls(code: string, node: Node): [from: number, to: number][] {
  const meta = parseMetaCall(node)
  if (!meta)
    return Object.values(node)
      .flat()
      .filter((value) => isNode(value))
      .flatMap((part) => findMetaCalls(code, part))
  // Not from the end of the object: brackets around it end later.
  const dot = code.lastIndexOf('.', meta.name.start)
  const from = code[dot - 1] === '?' ? dot - 1 : dot
  return [...findMetaCalls(code, meta.object), [from, node.end]]
}

/** Removes `.meta({ … })` and `.describe(…)` calls: the schemas validate the same, without descriptions. */
export function stripMeta(code: string): string {
  const calls = findMetaCalls(code, parseAst(code) as unknown as Node).toSorted(([one], [other]) => other - one)
  const rest = calls.reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), code)
  if (/\bgetExample\(/.test(rest))
    throw new Error('An example is asked for outside of `.meta()`, and the browser has none')
  return rest
}

/** Removes the contract's descriptions, examples and names, which the browser does not use. */
export const stripDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /[\\/]contract[\\/]src[\\/]/ },
    // Without a map: schemas have no code of ours that could fail.
    handler: (code) => ({ code: stripMeta(code), map: { mappings: '' } }),
  },
})
