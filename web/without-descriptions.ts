import { type Plugin, parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The name of what is called and where it stands, when a node is a call of `.meta({ … })` or `.describe(…)`. */
function metaOf({ type, callee, arguments: given }: Node) {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given) || given.length !== 1) return
  const { object, property, computed } = callee
  if (!isNode(object) || !isNode(property) || computed) return
  const isMeta = property['name'] === 'meta' && given[0]?.type === 'ObjectExpression'
  return isMeta || property['name'] === 'describe' ? { object, name: property } : undefined
}

/** Those calls below a node, from the dot to the end; those inside another go with it. */
function metaCalls(code: string, node: Node): [from: number, to: number][] {
  const meta = metaOf(node)
  if (!meta)
    return Object.values(node)
      .flat()
      .filter((value) => isNode(value))
      .flatMap((part) => metaCalls(code, part))
  // Not from the end of the object: brackets around it end later.
  const dot = code.lastIndexOf('.', meta.name.start)
  const from = code[dot - 1] === '?' ? dot - 1 : dot
  return [...metaCalls(code, meta.object), [from, node.end]]
}

/** Code without its `.meta({ … })` and `.describe(…)` calls: schemas that check the same, and describe nothing. */
export function withoutMeta(code: string): string {
  const calls = metaCalls(code, parseAst(code) as unknown as Node).toSorted(([one], [other]) => other - one)
  const rest = calls.reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), code)
  if (/\bexampleOf\(/.test(rest))
    throw new Error('An example is asked for outside of `.meta()`, and the browser has none')
  return rest
}

/** What the contract says for its readers, descriptions, examples and names, is of no use to the browser. */
export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'post',
  transform: { filter: { id: /[\\/]contract[\\/]src[\\/]/ }, handler: withoutMeta },
})
