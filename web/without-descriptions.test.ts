import { expect, test } from 'vitest'
import { withoutMeta } from './without-descriptions.ts'

test('descriptions go, and what checks stays', () => {
  expect(withoutMeta("const a = z.int().meta({ description: 'Über 5.5 — “x”' }).optional()")).toBe(
    'const a = z.int().optional()',
  )
  expect(withoutMeta("const a = z.int().describe('Of ' + most()).optional()")).toBe('const a = z.int().optional()')
  expect(withoutMeta("const a = z\n  .int()\n  // At most. As said.\n  .meta({ id: 'A' })\n")).toBe(
    'const a = z\n  .int()\n  // At most. As said.\n  \n',
  )
})

test('brackets around what is described are closed all the same', () => {
  expect(withoutMeta('const a = (b ?? c).meta({ id })')).toBe('const a = (b ?? c)')
  expect(withoutMeta('const a = ((b ?? c) /* . */ ) .meta({ id })')).toBe('const a = ((b ?? c) /* . */ ) ')
  expect(withoutMeta('const a = b?.meta({ id })')).toBe('const a = b')
})

test('descriptions inside of what is described go as well', () => {
  const given =
    'const a = z.object({ b: (c ?? d.meta({ id })).meta({ example: exampleOf(C.meta({ id })) }) }).meta({ e: 1 })'
  expect(withoutMeta(given)).toBe('const a = z.object({ b: (c ?? d) })')
})

test('what only looks like a description stays', () => {
  const given = "const a = [b.meta(), b.meta(kept), b[meta]({ c }), b['meta']({ c }), meta({ c }), b.metal({ c })]"
  expect(withoutMeta(given)).toBe(given)
})

test('an example that the browser would not have is refused', () => {
  expect(() => withoutMeta('const a = exampleOf(B)')).toThrow('outside of `.meta()`')
  expect(withoutMeta('const a = B.meta({ example: exampleOf(C) })')).toBe('const a = B')
})
