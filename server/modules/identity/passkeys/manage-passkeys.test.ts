import { minuteMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { maxPasskeys, passkeys } from '@dooryard/contract/identity/passkeys'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { actAsUser, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { listMailsTo } from '../codes/codes.fixture.ts'
import {
  addPasskey,
  createAuthenticator,
  flagsWithoutVerification,
  getCreationOptions,
  userWithPasskey,
} from './authenticator.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const listAuditEntries = (passkeyId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('objectId', '=', passkeyId)
    .orderBy('id')
    .execute()

describe('adding a passkey', () => {
  test('asks for one that is found without an email and verifies its owner', async () => {
    const { as, id, email } = await user(portal)
    expect(await getCreationOptions({ as })).toEqual({
      rp: { id: 'localhost', name: 'Dooryard' },
      user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: 'Tess Sampleton' },
      challenge: expect.stringMatching(/^[\w-]{72}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 5 * minuteMs,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    })
  })

  test('needs the password where there is no second factor', async () => {
    const { as } = await user(portal)
    const refuse = async (body: { password?: string }) => (await as.call(passkeys.creationOptions, { body })).body
    expect(await refuse({})).toMatchObject({ code: 'VALIDATION', issues: [{ message: 'Password is required' }] })
    const wrong = [{ path: 'password', message: 'The password is not right.' }]
    expect(await refuse({ password: 'not it' })).toMatchObject({ code: 'UNPROCESSABLE', issues: wrong })
    expect(await as.call(passkeys.creationOptions, { body: { password: testPassword } })).toMatchObject({ status: 200 })
  })

  test('lists it, mails its owner and is audited', async () => {
    const owner = await user(portal)
    portal.clock.stop()
    const createdAt = portal.clock.now().toISOString()
    const { passkey, recoveryCodes } = await addPasskey(owner, createAuthenticator({ isSynced: true }), 'Work laptop')
    expect(passkey).toEqual({ id: expect.any(String), name: 'Work laptop', isSynced: true, createdAt })
    expect(recoveryCodes).toHaveLength(10)
    expect((await owner.as.call(passkeys.list)).body).toEqual({ items: [passkey] })
    expect(await listAuditEntries(passkey.id)).toEqual([
      { action: 'passkey.added', actorId: owner.id, before: null, after: { name: 'Work laptop' } },
    ])
    const mail = (await listMailsTo(portal, owner.email)).at(-1)
    expect(mail?.subject).toBe('A passkey was added to your Dooryard account')
    expect(mail?.text).toContain('“Work laptop”')
  })

  test.each([
    ['from another origin', { origin: 'https://example.com' }],
    ['for another portal', { rpId: 'example.com' }],
    ['that did not verify its owner', { flags: flagsWithoutVerification }],
    ['of the wrong type', { type: 'webauthn.get' }],
    ['to a challenge of its own', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
    // Certificates would have the portal call the addresses that they name.
    ['with a certificate', { attestation: 'packed with a certificate' }],
    ['of an old security key, with a certificate', { attestation: 'fido-u2f' }],
  ] as const)('is refused with a response %s', async (_, deviation) => {
    const { as } = await user(portal)
    const credential = createAuthenticator().create(await getCreationOptions({ as }), deviation)
    expect(await as.call(passkeys.add, { body: { credential } })).toMatchObject({
      status: 422,
      body: { message: 'The passkey could not be added. Please try again.' },
    })
    expect((await as.call(passkeys.list)).body.items).toEqual([])
  })

  test('accepts an attestation that the passkey itself has signed', async () => {
    const { as } = await user(portal)
    const credential = createAuthenticator().create(await getCreationOptions({ as }), { attestation: 'packed' })
    expect(await as.call(passkeys.add, { body: { credential } })).toMatchObject({ status: 201 })
  })

  test('is refused with a response to a challenge of another session, five minutes old, or answered before', async () => {
    const owner = await user(portal)
    const other = await signInWithPassword(portal, owner.email)
    const add = ({ as }: { as: typeof owner.as }, options: Awaited<ReturnType<typeof getCreationOptions>>) =>
      as.call(passkeys.add, { body: { credential: createAuthenticator().create(options) } })
    const [used, late] = [await getCreationOptions(owner), await getCreationOptions(owner)]
    expect(await add(other, used)).toMatchObject({ status: 422 })
    expect(await add(owner, used)).toMatchObject({ status: 201 })
    expect(await add(owner, used)).toMatchObject({ status: 422 })
    portal.clock.advance(5 * minuteMs)
    expect(await add(owner, late)).toMatchObject({ status: 422 })
    expect((await owner.as.call(passkeys.list)).body.items).toHaveLength(1)
  })

  test('that is known is refused, of whichever user', async () => {
    const { as, authenticator } = await userWithPasskey(portal)
    for (const owner of [{ as }, await user(portal)]) {
      const credential = authenticator.create(await getCreationOptions(owner))
      expect(await owner.as.call(passkeys.add, { body: { credential } })).toMatchObject({ status: 409 })
    }
  })

  test('stops at twenty', async () => {
    const { as, id } = await user(portal)
    const options = await getCreationOptions({ as })
    const row = { userId: id, publicKey: Buffer.alloc(1), counter: 0, transports: [], isSynced: false, name: 'Passkey' }
    const rows = Array.from({ length: maxPasskeys }, () => ({ ...row, id: newId(), credentialId: newId() }))
    await portal.db
      .insertInto('passkeys')
      .values(rows.map((one) => ({ ...one, createdAt: new Date() })))
      .execute()
    const refused = { status: 409, body: { message: expect.stringMatching(/^You have 20 passkeys/) } }
    const credential = createAuthenticator().create(options)
    expect(await as.call(passkeys.add, { body: { credential } })).toMatchObject(refused)
    expect(await as.call(passkeys.creationOptions, { body: {} })).toMatchObject(refused)
  })
})

describe('a passkey', () => {
  test('is renamed', async () => {
    const { as, id, passkey } = await userWithPasskey(portal)
    const call = { params: { passkeyId: passkey.id }, body: { name: ' Phone ' } }
    expect((await as.call(passkeys.rename, call)).body).toEqual({ ...passkey, name: 'Phone' })
    expect((await listAuditEntries(passkey.id)).at(-1)).toEqual({
      action: 'passkey.renamed',
      actorId: id,
      before: { name: 'Passkey' },
      after: { name: 'Phone' },
    })
    const nameless = { ...call, body: { name: ' ' } }
    expect(await as.call(passkeys.rename, nameless)).toMatchObject({
      status: 400,
      body: { message: 'Name is required' },
    })
  })

  test('is removed, which mails its owner and is audited', async () => {
    const { as, id, email, passkey } = await userWithPasskey(portal)
    const params = { passkeyId: passkey.id }
    expect(await as.call(passkeys.remove, { params })).toMatchObject({ status: 204 })
    expect((await as.call(passkeys.list)).body.items).toEqual([])
    expect((await listAuditEntries(passkey.id)).at(-1)).toEqual({
      action: 'passkey.removed',
      actorId: id,
      before: { name: 'Passkey' },
      after: null,
    })
    const subjects = (await listMailsTo(portal, email)).map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe('Two-step verification was removed from your Dooryard account')
    expect(await as.call(passkeys.remove, { params })).toMatchObject({ status: 404 })
  })

  test('of another user is not found', async () => {
    const { as, passkey } = await userWithPasskey(portal)
    const stranger = await user(portal)
    const params = { passkeyId: passkey.id }
    expect(await stranger.as.call(passkeys.rename, { params, body: { name: 'Mine' } })).toMatchObject({ status: 404 })
    expect(await stranger.as.call(passkeys.remove, { params })).toMatchObject({ status: 404 })
    expect((await as.call(passkeys.list)).body.items).toEqual([passkey])
  })

  test('is seen but not changed by an administrator who acts as its owner', async () => {
    const { id, passkey } = await userWithPasskey(portal)
    const { as } = await actAsUser(portal, await user(portal, { role: 'SUPER_ADMIN' }), id)
    expect((await as.call(passkeys.list)).body.items).toEqual([passkey])
    const params = { passkeyId: passkey.id }
    expect(await as.call(passkeys.creationOptions, { body: { password: testPassword } })).toMatchObject({ status: 403 })
    expect(await as.call(passkeys.remove, { params })).toMatchObject({ status: 403 })
  })

  test('goes with its account', async () => {
    const { as, id } = await userWithPasskey(portal)
    expect(await as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
    expect(await portal.db.selectFrom('passkeys').select('id').where('userId', '=', id).execute()).toEqual([])
  })
})
