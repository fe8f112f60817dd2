import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { getCommandResult } from './lib/command-result.fixture.ts'
import { prepareInstallations } from './lib/installation.fixture.ts'
import { main as verifyAuditLog } from './verify-audit-log.ts'
import { main as verifyLedger } from './verify-ledger.ts'

const { folder, createInstallation, close } = await prepareInstallations()
afterAll(close)

test('audit:verify reports an intact log, and detects a cut-off end by a hash noted earlier', async () => {
  const { env, statements, createAdmin } = await createInstallation()
  const verify = (...args: string[]) => getCommandResult(verifyAuditLog, args, env)
  expect(await verify()).toMatchObject({ code: 0, out: expect.stringMatching(/^The audit log is intact: 0 entries/) })

  expect(await createAdmin('correct-horse-battery')).toMatchObject({ code: 0 })

  const { code, out } = await verify()
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^The audit log is intact: 1 entry, /) })
  const noted = /^Newest hash.*: ([0-9a-f]{64})$/m.exec(out)?.[1] ?? ''
  expect(await verify('--expect', noted)).toMatchObject({ code: 0 })
  expect(await verify('--expect', 'f'.repeat(64))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The audit log of 1 entry is BROKEN: it has no entry with the hash that was noted/),
  })
  expect(await verify('--expect', 'no hash')).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) })

  await statements('alter table audit_log disable trigger user', `update audit_log set reason = 'Another'`)
  expect(await verify()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The audit log of 1 entry is BROKEN: entry 1 does not follow from the one before/),
  })
})

test('ledger:verify reports a consistent ledger, and names the first wrong entry of an altered one', async () => {
  const { env, statements, createAdmin } = await createInstallation()
  const verify = (...args: string[]) => getCommandResult(verifyLedger, args, env)
  expect(await createAdmin('correct-horse-battery')).toMatchObject({ code: 0 })
  const grant = (amount: number, after: number) => [
    `update credit_accounts set on_demand_available = ${after}`,
    `insert into credit_entries (user_id, type, bucket, amount, held, balance_after, held_after, reason, actor,
       seq, previous_hash, hash)
     select user_id, 'GRANT', 'ON_DEMAND', ${amount}, 0, ${after}, 0, 'To begin with', 'test', 0, '', ''
     from credit_accounts`,
  ]
  expect(await verify()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The ledger is intact: 0 entries of 1 acc/),
  })

  await statements(...grant(5, 5), ...grant(2, 7))
  const { code, out } = await verify()
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^The ledger is intact: 2 entries of 1 account, /),
  })
  const noted = join(folder, 'noted')
  expect(out).toMatch(/^SHA-256 of what --save would write: [0-9a-f]{64}$/m)
  const saved = await verify('--save', noted)
  const digest = createHash('sha256')
    .update(await readFile(noted))
    .digest('hex')
  expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(`SHA-256 of what --save wrote: ${digest}\n`) })
  expect(await verify('--save', noted)).toMatchObject({ code: 1, err: expect.stringMatching(/EEXIST/) })
  await statements(...grant(1, 8))
  const goesOn = expect.stringMatching(/^It continues from what was noted: 1 account\.$/m)
  expect(await verify('--expect', noted)).toMatchObject({ code: 0, out: goesOn })
  await writeFile(noted, (await readFile(noted, 'utf8')).replace(/[0-9a-f]{4}\n$/, 'beef\n'))
  const isAnother = expect.stringMatching(/BROKEN\.\nFirst: .*: its entry number 2 is not the one that was noted\.\n$/)
  expect(await verify('--expect', noted)).toMatchObject({ code: 1, err: isAnother })
  expect(await verify('--expects', noted)).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) })

  await statements(
    'alter table credit_entries disable trigger user',
    `update credit_entries set reason = 'Another' where seq = 2`,
  )
  expect(await verify()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^The ledger of 3 entries of 1 account is BROKEN\.\nFirst: Account of user [0-9a-f-]{36}, entry 2: it does not say what it/,
    ),
  })
})

test('admin:create refuses a common password', async () => {
  const { createAdmin } = await createInstallation()
  expect(await createAdmin('password1')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/most common passwords/),
  })
  expect(await createAdmin('Dooryard-Admin1')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^This password is mostly your name, email, phone or company, the name of this portal/),
  })
})
