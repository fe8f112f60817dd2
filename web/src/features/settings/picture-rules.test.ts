import { expect, test } from 'vitest'
import { fileTrouble, middleSquare, placeSquare, sizeTrouble } from './picture-rules.ts'

test.each([
  [{ type: 'image/jpeg', size: 5 * 1024 * 1024 }, undefined],
  [{ type: 'image/webp', size: 100 }, undefined],
  [{ type: 'image/svg+xml', size: 100 }, 'Choose a JPEG, PNG or WebP picture.'],
  [{ type: '', size: 100 }, 'Choose a JPEG, PNG or WebP picture.'],
  [{ type: 'image/png', size: 5 * 1024 * 1024 + 1 }, 'This file has 5.1 MB, and the most that is taken is 5 MB.'],
])('of a file %j is said: %s', (file, said) => {
  expect(fileTrouble(file)).toBe(said)
})

test('a picture may have 25 megapixels and no more', () => {
  expect(sizeTrouble({ width: 5000, height: 5000 })).toBeUndefined()
  expect(sizeTrouble({ width: 5001, height: 5000 })).toBe(
    'This picture has 26 megapixels, and the most that is taken is 25.',
  )
})

test('a picture has at least 64 pixels on each side', () => {
  expect(sizeTrouble({ width: 64, height: 3000 })).toBeUndefined()
  const said = 'This picture is 1 by 3000 pixels, and each side must have at least 64.'
  expect(sizeTrouble({ width: 1, height: 3000 })).toBe(said)
  expect(sizeTrouble({ width: 3000, height: 63 })).toContain('3000 by 63 pixels')
})

test.each([[{ width: 400, height: 200 }], [{ width: 200, height: 400 }], [{ width: 333, height: 333 }]])(
  'of a picture of %j the middle is a square that lies inside',
  (size) => {
    const { x, y, side } = middleSquare(size)
    expect(side).toBeCloseTo(Math.min(size.width, size.height) * 0.9)
    expect(x + side / 2).toBeCloseTo(size.width / 2)
    expect(y + side / 2).toBeCloseTo(size.height / 2)
  },
)

test('a square that is moved or grows stays inside of the picture', () => {
  const size = { width: 400, height: 200 }
  expect(placeSquare(size, 100, { x: 200, y: 100 })).toEqual({ side: 100, x: 150, y: 50 })
  expect(placeSquare(size, 100, { x: -20, y: 500 })).toEqual({ side: 100, x: 0, y: 100 })
  expect(placeSquare(size, 200, { x: 390, y: 100 })).toEqual({ side: 200, x: 200, y: 0 })
})

test('of the smallest pictures the square is no smaller than the least', () => {
  expect(middleSquare({ width: 64, height: 300 })).toEqual({ side: 64, x: 0, y: 118 })
  expect(middleSquare({ width: 300, height: 70 })).toEqual({ side: 64, x: 118, y: 3 })
})
