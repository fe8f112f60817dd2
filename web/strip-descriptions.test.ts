import { expect, test } from 'vitest'
import { stripMeta } from './strip-descriptions.ts'

test('descriptions are removed, and validation stays', () => {
  expect(stripMeta("const a = z.int().meta({ description: 'Über 5.5 — “x”' }).optional()")).toBe(
    'const a = z.int().optional()',
  )
  expect(stripMeta("const a = z.int().describe('Of ' + most()).optional()")).toBe('const a = z.int().optional()')
  expect(stripMeta("const a = z\n  .int()\n  // At most. As said.\n  .meta({ id: 'A' })\n")).toBe(
    'const a = z\n  .int()\n  // At most. As said.\n  \n',
  )
})

test('brackets around a described schema stay balanced', () => {
  expect(stripMeta('const a = (b ?? c).meta({ id })')).toBe('const a = (b ?? c)')
  expect(stripMeta('const a = ((b ?? c) /* . */ ) .meta({ id })')).toBe('const a = ((b ?? c) /* . */ ) ')
  expect(stripMeta('const a = b?.meta({ id })')).toBe('const a = b')
})

test('nested descriptions are removed too', () => {
  const code =
    'const a = z.object({ b: (c ?? d.meta({ id })).meta({ example: getExample(C.meta({ id })) }) }).meta({ e: 1 })'
  expect(stripMeta(code)).toBe('const a = z.object({ b: (c ?? d) })')
})

test('code that only resembles a description stays', () => {
  const code = "const a = [b.meta(), b.meta(kept), b[meta]({ c }), b['meta']({ c }), meta({ c }), b.metal({ c })]"
  expect(stripMeta(code)).toBe(code)
})

test('an example outside of metadata fails the build', () => {
  expect(() => stripMeta('const a = getExample(B)')).toThrow('outside of `.meta()`')
  expect(stripMeta('const a = B.meta({ example: getExample(C) })')).toBe('const a = B')
})
