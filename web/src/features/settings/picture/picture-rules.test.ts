import { expect, test } from 'vitest'
import { clampSquare, getCenteredSquare, getFileError, getSizeError } from './picture-rules.ts'

test.each([
  [{ type: 'image/jpeg', size: 5 * 1024 * 1024 }, undefined],
  [{ type: 'image/webp', size: 100 }, undefined],
  [{ type: 'image/svg+xml', size: 100 }, 'Choose a JPEG, PNG or WebP picture.'],
  [{ type: '', size: 100 }, 'Choose a JPEG, PNG or WebP picture.'],
  [{ type: 'image/png', size: 5 * 1024 * 1024 + 1 }, 'This file is 5.1 MB. The maximum is 5 MB.'],
])('a file %j is reported as %s', (file, message) => {
  expect(getFileError(file)).toBe(message)
})

test('a picture may have up to 25 megapixels', () => {
  expect(getSizeError({ width: 5000, height: 5000 })).toBeUndefined()
  expect(getSizeError({ width: 5001, height: 5000 })).toBe('This picture has 26 megapixels. The maximum is 25.')
})

test('a picture has at least 64 pixels on each side', () => {
  expect(getSizeError({ width: 64, height: 3000 })).toBeUndefined()
  const message = 'This picture is 1 by 3000 pixels. Each side needs at least 64.'
  expect(getSizeError({ width: 1, height: 3000 })).toBe(message)
  expect(getSizeError({ width: 3000, height: 63 })).toContain('3000 by 63 pixels')
})

test.each([[{ width: 400, height: 200 }], [{ width: 200, height: 400 }], [{ width: 333, height: 333 }]])(
  'the centered square of a picture of %j lies inside it',
  (size) => {
    const { x, y, side } = getCenteredSquare(size)
    expect(side).toBeCloseTo(Math.min(size.width, size.height) * 0.9)
    expect(x + side / 2).toBeCloseTo(size.width / 2)
    expect(y + side / 2).toBeCloseTo(size.height / 2)
  },
)

test('a moved or resized square stays inside the picture', () => {
  const size = { width: 400, height: 200 }
  expect(clampSquare(size, 100, { x: 200, y: 100 })).toEqual({ side: 100, x: 150, y: 50 })
  expect(clampSquare(size, 100, { x: -20, y: 500 })).toEqual({ side: 100, x: 0, y: 100 })
  expect(clampSquare(size, 200, { x: 390, y: 100 })).toEqual({ side: 200, x: 200, y: 0 })
})

test('in the smallest pictures the square keeps its minimum size', () => {
  expect(getCenteredSquare({ width: 64, height: 300 })).toEqual({ side: 64, x: 0, y: 118 })
  expect(getCenteredSquare({ width: 300, height: 70 })).toEqual({ side: 64, x: 118, y: 3 })
})
