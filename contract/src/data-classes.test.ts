import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints, endpointNames } from './all.ts'
import { classified, type DataClass, dataClasses, type Field, listFields } from './data-classes.ts'
import { type AnyEndpoint, endpoint } from './endpoint.ts'
import { fileHeaders, isColumnOf } from './file-layouts.ts'
import { type Role, roles } from './roles.ts'
import { unclassified } from './unclassified.fixture.ts'
import { fileColumns } from './vocabularies.ts'
import { webhookBody, webhookData, webhookEventTypes } from './webhook-events.ts'
import { WebhookAttempt } from './webhooks.ts'

type Caller = 'nobody' | 'affiliates' | 'users' | 'administrators' | 'programs'

/** Whom a call may answer with data of a class. */
const mayBeShownTo: Record<DataClass, readonly Caller[]> = {
  'public-record': ['users', 'administrators', 'programs'],
  contact: ['users', 'administrators', 'programs'],
  personal: ['affiliates', 'users', 'administrators'],
  secret: [],
  money: ['affiliates', 'users', 'administrators', 'programs'],
}

/** The calls that answer with more, and why. */
const exceptions: Record<string, readonly [classes: readonly DataClass[], why: string]> = {
  'about.outbox': [['personal', 'secret'], 'The outbox stands in for mails in a demo, and is not found elsewhere'],
  'adminOutbox.list': [['secret'], 'Codes in mails: without a mail server, administrators pass them on'],
  'auth.verifyEmail': [['personal', 'secret'], 'Whoever has the code of the mail is signed in'],
  'auth.login': [['personal', 'secret'], 'Whoever knows the password is signed in'],
  'auth.refresh': [['secret'], 'Whoever has the refresh token gets the next pair'],
  'adminUsers.impersonate': [['secret'], 'The session in which an administrator acts as a user'],
  'pictures.get': [['personal'], 'A browser loads pictures without a token; their addresses cannot be guessed'],
  'files.get': [['public-record', 'contact'], 'The signed link is the permission, for five minutes'],
  'sandbox.checkout': [['personal', 'secret', 'money'], 'Stands in for the page of a payment provider, in a demo'],
  'sandbox.pay': [['personal', 'secret', 'money'], 'Stands in for the page of a payment provider, in a demo'],
  'sandbox.confirm': [['personal', 'secret', 'money'], 'Stands in for the page of a payment provider, in a demo'],
  'billing.checkout': [['secret'], "The address of the user's own payment page"],
  'billing.updatePaymentMethod': [['secret'], "The address of the user's own payment page"],
  'orders.download': [['secret'], "A signed link to the user's own order"],
  'orders.certificate': [['secret'], "A signed link to the user's own order"],
  'privateOrders.download': [['secret'], "A signed link to the user's own order"],
  'privateOrders.certificate': [['secret'], "A signed link to the user's own order"],
  'enterprise.download': [['secret'], "A signed link to the user's own order"],
  'enterprise.certificate': [['secret'], "A signed link to the user's own order"],
  'adminOrders.download': [['secret'], 'A signed link to an order of anybody, noted in the audit log'],
  'adminOrders.certificate': [['secret'], 'A signed link to the certificate of an order of anybody'],
  'apiKeys.create': [['secret'], 'A new key is shown once'],
  'apiKeys.regenerate': [['secret'], 'A new key is shown once'],
  'webhooks.list': [['secret'], "The user's own addresses, whose path may be a secret"],
  'webhooks.create': [['secret'], "The user's own address and its signing secret"],
  'webhooks.get': [['secret'], "The user's own address, whose path may be a secret"],
  'webhooks.change': [['secret'], "The user's own address, whose path may be a secret"],
  'webhooks.secret': [['secret'], "The user's own signing secret; noted in the audit log"],
  'webhooks.regenerateSecret': [['secret'], "The user's own signing secret; noted in the audit log"],
}

/** What users are shown of personal data, whose it is. Nothing of it is another user's. */
const personalForUsers: Record<string, string> = {
  'account.me': 'Their own profile; the email of an administrator who acts as them',
  'account.change': 'Their own profile',
  'account.sessions': 'Their own devices; the email of an administrator who acts as them',
  'account.updatePicture': 'Their own picture',
  'billing.invoice': 'Their own invoice',
  'billing.creditNote': 'Their own credit note',
  'coupons.list': "An affiliate's own email",
  'coupons.get': "An affiliate's own email",
  'coupons.redemptions': 'The email of the buyer, which administrators alone are shown',
  'leadBoard.get': 'Their own name, or Support',
  'leadBoard.addNote': 'Their own name, or Support',
  'leadBoard.restoreNote': 'Their own name, or Support',
  'dnc.import': 'Their own email',
  'dnc.imports': 'Their own email',
  'dnc.retry': 'Their own email',
}

/** Names of fields that tell of a person, a way in, or money; of texts, and of numbers too. */
const tellingTexts =
  /phone|email|name|address|street|zip|city|mailing|owner|buyer|seller|lender|agent|picture|actor|secret|token|password|url|html|body|invoice|card|last4|error$|^(by|to|user|key|session|text)$|code$|number$/i
const tellingFigures =
  /price|credit|balance|amount|revenue|discount|value|captured|held|released|granted|purchased|lost/i

const plainTypes = new Set(['string', 'number', 'boolean', 'enum', 'literal'])

/** Whether a field without a mark needs one: its name is telling, or what is in it is not known. */
function needsMark({ name, path, schema, classes }: Field): boolean {
  const { type } = schema.def
  // Criteria are what a user looks for, and hold no data of what there is.
  if (classes.length > 0 || /(^|\.)criteria\./.test(path)) return false
  if (!plainTypes.has(type)) return true
  if (schema instanceof z.ZodISODateTime || schema instanceof z.ZodISODate) return false
  if (type === 'string') return name === '' || tellingTexts.test(name) || tellingFigures.test(name)
  return type === 'number' && tellingFigures.test(name)
}

const callerOfRole: Record<Role, Caller> = {
  SUPER_ADMIN: 'administrators',
  AFFILIATE_USER: 'affiliates',
  CONSUMER_USER: 'users',
  ENTERPRISE_USER: 'users',
}

function callersOf({ access }: AnyEndpoint): Caller[] {
  if (access === 'ANYONE') return ['nobody']
  if (access === 'API_KEY') return ['programs']
  const admitted: readonly Role[] = access === 'SIGNED_IN' ? roles : access
  return [...new Set(admitted.map((role) => callerOfRole[role]))]
}

const fieldsOf = ({ response }: AnyEndpoint) => (response ? listFields(response) : [])
const classesOf = (fields: readonly Field[]) => new Set(fields.flatMap(({ classes }) => classes))

/** What is wrong with the answer of a call, one sentence each. */
function findProblems(call: AnyEndpoint, name: string): string[] {
  const fields = fieldsOf(call)
  const [declared, found] = [new Set<DataClass>(call.data), classesOf(fields)]
  const [excepted = []] = exceptions[name] ?? []
  const undeclared = fields.flatMap(({ path, classes }) =>
    classes
      .filter((one) => one !== 'public-record' && !declared.has(one))
      .map((one) => `${name} answers ${path}, which is ${one}, without declaring it`),
  )
  const idle = [...declared].filter((one) => !found.has(one)).map((one) => `${name} declares ${one} for nothing`)
  const refused = [...found]
    .filter((one) => !excepted.includes(one))
    .flatMap((one) =>
      callersOf(call).flatMap((caller) => (mayBeShownTo[one].includes(caller) ? [] : [{ caller, one }])),
    )
    .map(({ caller, one }) => `${name} answers ${caller} with ${one}`)
  return [...undeclared, ...idle, ...refused]
}

const calls = allEndpoints.map((call) => ({ call, name: endpointNames.get(call) ?? '' }))

describe('the classes of data', () => {
  test.each(calls.map(({ call, name }) => [name, call] as const))('%s answers what its access allows', (name, call) => {
    expect(findProblems(call, name)).toEqual([])
  })

  test('a call with a field that it does not declare is found, and so is one that nobody may be answered with', () => {
    const planted = endpoint({
      ...{ method: 'GET', path: '/v1/planted', summary: 'Planted', tag: 'Portal', access: 'API_KEY', data: ['money'] },
      response: z.object({
        items: z.array(z.object({ mobile: classified('contact', z.string()).optional() })),
        owner: z.object({ email: classified('personal', z.string()) }).nullable(),
      }),
    })
    expect(findProblems(planted, 'planted.get')).toEqual([
      'planted.get answers items[].mobile, which is contact, without declaring it',
      'planted.get answers owner.email, which is personal, without declaring it',
      'planted.get declares money for nothing',
      'planted.get answers programs with personal',
    ])
  })

  test('every exception and every call that shows users personal data is one that does', () => {
    const without = Object.entries(exceptions).flatMap(([name, [classes]]) => {
      const found = classesOf(calls.filter((one) => one.name === name).flatMap(({ call }) => fieldsOf(call)))
      return classes.filter((one) => !found.has(one)).map((one) => `${name}: ${one}`)
    })
    expect(without).toEqual([])
    const isForUsers = (call: AnyEndpoint) =>
      callersOf(call).some((caller) => caller === 'users' || caller === 'affiliates')
    const personal = calls.filter(({ call }) => isForUsers(call) && call.data?.includes('personal'))
    expect(personal.map(({ name }) => name).toSorted()).toEqual(Object.keys(personalForUsers).toSorted())
  })

  test('a field whose name tells of a person, a way in or money is marked, but for those that say why not', () => {
    const listed = calls.flatMap(({ call, name }) =>
      fieldsOf(call).map((field) => ({ at: `${name} ${field.path}`, field })),
    )
    const excused = new Set(listed.filter(({ at }) => at in unclassified).map(({ field }) => field.schema))
    const unmarked = listed.filter(({ field }) => needsMark(field))
    expect(unmarked.filter(({ field }) => !excused.has(field.schema)).map(({ at }) => at)).toEqual([])
    expect(Object.keys(unclassified).filter((at) => !unmarked.some((one) => one.at === at))).toEqual([])
  })

  test('a name that tells is noticed, and so is a field that may hold anything', () => {
    const schema = z.object({
      ...{ mobilePhone: z.string(), createdAt: z.iso.datetime(), count: z.int(), lastPrice: z.int().nullable() },
      ...{ details: z.record(z.string(), z.unknown()), loose: z.looseObject({}), state: z.enum(['ON', 'OFF']) },
      marked: z.object({ email: classified('personal', z.string()), cardNumber: z.string() }),
    })
    expect(
      listFields(schema)
        .filter(needsMark)
        .map(({ path }) => path),
    ).toEqual([...['mobilePhone', 'lastPrice', 'details{}', 'loose.*', 'marked.cardNumber']])
  })

  test('a mark stays on a field that is picked, extended, optional, in a list or one of several', () => {
    const base = z.object({ email: classified('personal', z.string()), id: z.string() })
    const derived = z.union([
      z.object({ items: z.array(base.pick({ email: true }).extend({ age: z.int() })) }),
      z.object({ one: base.partial().nullable(), both: classified('secret', base.shape.email.optional()) }),
    ])
    const marked = listFields(derived).filter(({ classes }) => classes.length > 0)
    expect(marked.map(({ path, classes }) => `${path}: ${classes}`)).toEqual([
      ...['items[].email: personal', 'one.email: personal', 'both: secret,personal'],
    ])
  })

  test('webhooks carry money alone of what has a class, and an attempt shows what was carried', () => {
    const carried = webhookEventTypes.values.flatMap((type) => listFields(webhookBody(type)))
    expect([...classesOf(carried)]).toEqual(['money'])
    expect(Object.keys(webhookData)).toHaveLength(webhookEventTypes.values.length)
    const names = new Set(carried.filter(needsMark).map(({ name }) => name))
    expect([...names].toSorted()).toEqual(['campaignName', 'name', 'orderName', 'planName'])
    const body = listFields(WebhookAttempt).find(({ name }) => name === 'requestBody')
    expect(body?.classes).toEqual(['money'])
  })

  test('the file of an order to mail has no column of contacts', () => {
    const mailed = fileColumns.values.filter((column) => isColumnOf('MAIL_READY', column))
    const headers = mailed.flatMap((column) => fileHeaders[column] as readonly string[])
    expect(headers).toContain('Mailing Address')
    expect(headers.filter((header) => /phone|email|call/i.test(header))).toEqual([])
  })

  test('each class is said in words', () => {
    for (const words of Object.values(dataClasses)) expect(words).toMatch(/^[A-Z].*[^.]$/)
  })
})
