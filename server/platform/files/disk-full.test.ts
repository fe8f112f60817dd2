import { expect, test } from 'vitest'
import { isDiskFull } from './disk-full.ts'

test('a full disk is known by what the file system and each store say of it', () => {
  const withCode = (code: string, message = 'write failed') => Object.assign(new Error(message), { code })
  const full = [
    withCode('ENOSPC'),
    withCode('53100', 'could not extend file: No space left on device'),
    withCode('243', 'Cannot reserve 1.00 MiB, not enough space'),
    new Error('Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)'),
    new Error('Code: 75. DB::ErrnoException: Cannot write to file: , errno: 28, strerror: No space left on device.'),
  ]
  expect(full.map(isDiskFull)).toEqual(full.map(() => true))
  const others = [new Error('Code: 241. Memory limit exceeded'), withCode('EACCES'), null]
  expect(others.map(isDiskFull)).toEqual([false, false, false])
})
