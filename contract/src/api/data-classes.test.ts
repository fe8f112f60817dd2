import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints, endpointNames } from '../all.ts'
import { buildWebhookBodySchema, webhookData, webhookEventTypes } from '../integrations/webhook-events.ts'
import { WebhookAttempt } from '../integrations/webhooks.ts'
import { fileHeaders, isColumnAvailable } from '../orders/file-columns.ts'
import { classified, type DataClass, dataClasses, listFields, type SchemaField } from './data-classes.ts'
import { type AnyEndpoint, endpoint } from './endpoint.ts'
import { fileColumns } from './enums.ts'
import { type Role, roles } from './roles.ts'
import { unclassifiedFields } from './unclassified.fixture.ts'

type CallerKind = 'nobody' | 'affiliates' | 'users' | 'administrators' | 'programs'

/** The callers that may receive data of a class. */
const callersByDataClass: Record<DataClass, readonly CallerKind[]> = {
  'public-record': ['users', 'administrators', 'programs'],
  contact: ['users', 'administrators', 'programs'],
  personal: ['affiliates', 'users', 'administrators'],
  secret: [],
  money: ['affiliates', 'users', 'administrators', 'programs'],
}

/** The endpoints that return more, and why. */
const exceptionsByEndpoint: Record<string, readonly [classes: readonly DataClass[], why: string]> = {
  'about.outbox': [['personal', 'secret'], 'The outbox stands in for mails in a demo, and is not found elsewhere'],
  'adminOutbox.list': [['secret'], 'Codes in mails: without a mail server, administrators pass them on'],
  'auth.verifyEmail': [['personal', 'secret'], 'Anyone who has the code of the mail is signed in'],
  'auth.login': [['personal', 'secret'], 'Anyone who knows the password is signed in'],
  'auth.confirmSignInLink': [['personal', 'secret'], 'Anyone who has the mailed link is signed in'],
  'externalSignIn.start': [['secret'], 'The page of the provider, and what ties its answer to this browser'],
  'externalSignIn.finish': [['personal', 'secret'], 'Whom the provider vouches for is signed in'],
  'externalSignIn.register': [['personal', 'secret'], 'Whom the provider vouches for is signed in'],
  'passkeySignIn.signIn': [['personal', 'secret'], 'Anyone who has the passkey is signed in'],
  'passkeys.add': [['secret'], 'Recovery codes are shown once'],
  'secondFactor.complete': [['personal', 'secret'], 'Anyone who has both factors is signed in'],
  'secondFactor.startTotp': [['secret'], "The secret of the user's own app is shown once"],
  'secondFactor.confirmTotp': [['secret'], 'Recovery codes are shown once'],
  'secondFactor.renewRecoveryCodes': [['secret'], 'Recovery codes are shown once'],
  'auth.refresh': [['secret'], 'Anyone who has the refresh token gets the next pair'],
  'adminUsers.impersonate': [['secret'], 'The session in which an administrator acts as a user'],
  'pictures.get': [['personal'], 'A browser loads pictures without a token; their addresses cannot be guessed'],
  'files.get': [['public-record', 'contact'], 'The signed link is the permission, for five minutes'],
  'sandbox.checkout': [['personal', 'secret', 'money'], 'Stands in for the page of a payment provider, in a demo'],
  'sandbox.pay': [['personal', 'secret', 'money'], 'Stands in for the page of a payment provider, in a demo'],
  'sandbox.confirm': [['personal', 'secret', 'money'], 'Stands in for the page of a payment provider, in a demo'],
  'connectedAccounts.start': [['secret'], 'The page of the provider, and what ties its answer to this browser'],
  'billing.checkout': [['secret'], "The address of the user's own payment page"],
  'billing.updatePaymentMethod': [['secret'], "The address of the user's own payment page"],
  'orders.download': [['secret'], "A signed link to the user's own order"],
  'orders.certificate': [['secret'], "A signed link to the user's own order"],
  'orders.export': [['secret'], "A signed link to the user's own order"],
  'testOrders.download': [['secret'], "A signed link to the user's own order"],
  'privateOrders.download': [['secret'], "A signed link to the user's own order"],
  'privateOrders.certificate': [['secret'], "A signed link to the user's own order"],
  'privateOrders.export': [['secret'], "A signed link to the user's own order"],
  'enterprise.download': [['secret'], "A signed link to the user's own order"],
  'enterprise.certificate': [['secret'], "A signed link to the user's own order"],
  'enterprise.export': [['secret'], "A signed link to the user's own order"],
  'adminOrders.download': [['secret'], 'A signed link to any order, noted in the audit log'],
  'adminOrders.certificate': [['secret'], 'A signed link to the certificate of any order'],
  'mailings.makeFile': [['secret'], 'A signed link to a file of their own mailing'],
  'apiKeys.create': [['secret'], 'A new key is shown once'],
  'apiKeys.regenerate': [['secret'], 'A new key is shown once'],
  'webhooks.list': [['secret'], "The user's own addresses, whose path may be a secret"],
  'webhooks.create': [['secret'], "The user's own address and its signing secret"],
  'webhooks.get': [['secret'], "The user's own address, whose path may be a secret"],
  'webhooks.change': [['secret'], "The user's own address, whose path may be a secret"],
  'webhooks.secret': [['secret'], "The user's own signing secret; noted in the audit log"],
  'webhooks.regenerateSecret': [['secret'], "The user's own signing secret; noted in the audit log"],
}

/** The personal data that users receive, and whose it is. None of it belongs to another user. */
const personalForUsers: Record<string, string> = {
  'account.me': 'Their own profile; the email of an administrator who acts as them',
  'account.change': 'Their own profile',
  'emailChange.confirm': 'Their own profile',
  'account.sessions': 'Their own devices; the email of an administrator who acts as them',
  'account.updatePicture': 'Their own picture',
  'apiKeys.list': 'The addresses they limit their keys to',
  'apiKeys.get': 'The addresses they limit their key to',
  'apiKeys.create': 'The addresses they limit their key to',
  'apiKeys.change': 'The addresses they limit their key to',
  'apiKeys.regenerate': 'The addresses they limit their key to',
  'apiKeys.callerAddress': 'Their own address',
  'connectedAccounts.list': 'Their own email at another provider',
  'connectedAccounts.finish': 'Their own email at another provider',
  'connectedAccounts.connect': 'Their own email at another provider',
  'passkeys.creationOptions': 'Their own email and name',
  'secondFactor.state': 'Their own devices',
  'billing.invoice': 'Their own invoice',
  'billing.info': 'Their own billing details',
  'billing.saveDetails': 'Their own billing details',
  'billing.creditNote': 'Their own credit note',
  'coupons.list': "An affiliate's own email",
  'coupons.get': "An affiliate's own email",
  'coupons.redemptions': 'The email of the buyer, which administrators alone are shown',
  'leadBoard.get': 'Their own name, or Support',
  'leadBoard.addNote': 'Their own name, or Support',
  'leadBoard.restoreNote': 'Their own name, or Support',
  'contactResultLog.add': 'Their own name, or Support',
  'leadTasks.list': 'Their own name, or Support',
  'leadTasks.create': 'Their own name, or Support',
  'leadTasks.change': 'Their own name, or Support',
  'leadLabels.list': 'Their own assignees',
  'leadLabels.create': 'Their own assignees',
  'leadLabels.change': 'Their own assignees',
  'propertyLists.match': 'Addresses of their own file',
  'propertyLists.report': 'Addresses of their own file',
  'letterTemplates.list': 'Their own texts',
  'letterTemplates.create': 'Their own text',
  'letterTemplates.change': 'Their own text',
  'letterTemplates.preview': 'Their own text and address',
  'letterTemplates.sender': 'Their own address',
  'letterTemplates.saveSender': 'Their own address',
  'mailings.get': 'Their own text and address',
  'dnc.import': 'Their own email',
  'dnc.imports': 'Their own email',
  'dnc.retry': 'Their own email',
}

/** Field names that indicate personal data, credentials or money; of text fields, and of number fields too. */
const sensitiveTextNames =
  /phone|email|name|address|street|zip|city|mailing|owner|buyer|seller|lender|agent|picture|actor|secret|token|password|url|html|body|invoice|card|last4|error$|^(by|to|user|key|session|text)$|code$|number$/i
const sensitiveNumberNames =
  /price|credit|balance|amount|revenue|discount|value|captured|held|released|granted|purchased|lost/i

const plainTypes = new Set(['string', 'number', 'boolean', 'enum', 'literal'])

/** Whether a field without a class needs one: its name is sensitive, or its content is unknown. */
function needsDataClass({ name, path, schema, classes }: SchemaField): boolean {
  const { type } = schema.def
  // Criteria are what a user searches for, and contain no stored data.
  if (classes.length > 0 || /(^|\.)criteria\./.test(path)) return false
  if (!plainTypes.has(type)) return true
  if (schema instanceof z.ZodISODateTime || schema instanceof z.ZodISODate) return false
  if (type === 'string') return name === '' || sensitiveTextNames.test(name) || sensitiveNumberNames.test(name)
  return type === 'number' && sensitiveNumberNames.test(name)
}

const callerByRole: Record<Role, CallerKind> = {
  SUPER_ADMIN: 'administrators',
  AFFILIATE_USER: 'affiliates',
  CONSUMER_USER: 'users',
  ENTERPRISE_USER: 'users',
}

function listCallers({ access }: AnyEndpoint): CallerKind[] {
  if (access === 'ANYONE') return ['nobody']
  if (access === 'API_KEY') return ['programs']
  const admitted: readonly Role[] = access === 'SIGNED_IN' ? roles : access
  return [...new Set(admitted.map((role) => callerByRole[role]))]
}

const listResponseFields = ({ response }: AnyEndpoint) => (response ? listFields(response) : [])
const collectClasses = (fields: readonly SchemaField[]) => new Set(fields.flatMap(({ classes }) => classes))

/** The problems of an endpoint's response, one sentence each. */
function findProblems(call: AnyEndpoint, name: string): string[] {
  const fields = listResponseFields(call)
  const [declared, found] = [new Set<DataClass>(call.data), collectClasses(fields)]
  const [excepted = []] = exceptionsByEndpoint[name] ?? []
  const undeclared = fields.flatMap(({ path, classes }) =>
    classes
      .filter((one) => one !== 'public-record' && !declared.has(one))
      .map((one) => `${name} answers ${path}, which is ${one}, without declaring it`),
  )
  const idle = [...declared].filter((one) => !found.has(one)).map((one) => `${name} declares ${one} for nothing`)
  const refused = [...found]
    .filter((one) => !excepted.includes(one))
    .flatMap((one) =>
      listCallers(call).flatMap((caller) => (callersByDataClass[one].includes(caller) ? [] : [{ caller, one }])),
    )
    .map(({ caller, one }) => `${name} answers ${caller} with ${one}`)
  return [...undeclared, ...idle, ...refused]
}

const endpoints = allEndpoints.map((call) => ({ call, name: endpointNames.get(call) ?? '' }))

describe('data classes', () => {
  test.each(endpoints.map(({ call, name }) => [name, call] as const))(
    '%s returns only what its access allows',
    (name, call) => {
      expect(findProblems(call, name)).toEqual([])
    },
  )

  test('an endpoint with an undeclared class is reported, and so is one whose data no caller may receive', () => {
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

  test('every exception, and every endpoint listed as returning personal data, is still needed', () => {
    const without = Object.entries(exceptionsByEndpoint).flatMap(([name, [classes]]) => {
      const found = collectClasses(
        endpoints.filter((one) => one.name === name).flatMap(({ call }) => listResponseFields(call)),
      )
      return classes.filter((one) => !found.has(one)).map((one) => `${name}: ${one}`)
    })
    expect(without).toEqual([])
    const isForUsers = (call: AnyEndpoint) =>
      listCallers(call).some((caller) => caller === 'users' || caller === 'affiliates')
    const personal = endpoints.filter(({ call }) => isForUsers(call) && call.data?.includes('personal'))
    expect(personal.map(({ name }) => name).toSorted()).toEqual(Object.keys(personalForUsers).toSorted())
  })

  test('every field with a sensitive name has a class, except those with a reason', () => {
    const listed = endpoints.flatMap(({ call, name }) =>
      listResponseFields(call).map((field) => ({ at: `${name} ${field.path}`, field })),
    )
    const excused = new Set(listed.filter(({ at }) => at in unclassifiedFields).map(({ field }) => field.schema))
    const unmarked = listed.filter(({ field }) => needsDataClass(field))
    expect(unmarked.filter(({ field }) => !excused.has(field.schema)).map(({ at }) => at)).toEqual([])
    expect(Object.keys(unclassifiedFields).filter((at) => !unmarked.some((one) => one.at === at))).toEqual([])
  })

  test('a sensitive name is detected, and so is a field that may hold anything', () => {
    const schema = z.object({
      ...{ mobilePhone: z.string(), createdAt: z.iso.datetime(), count: z.int(), lastPrice: z.int().nullable() },
      ...{ details: z.record(z.string(), z.unknown()), loose: z.looseObject({}), state: z.enum(['ON', 'OFF']) },
      marked: z.object({ email: classified('personal', z.string()), cardNumber: z.string() }),
    })
    expect(
      listFields(schema)
        .filter(needsDataClass)
        .map(({ path }) => path),
    ).toEqual([...['mobilePhone', 'lastPrice', 'details{}', 'loose.*', 'marked.cardNumber']])
  })

  test('the class of a field survives pick, extend, optional, arrays and unions', () => {
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

  test('webhooks carry money and, for an order that is sent, the link to its file; an attempt shows the payload', () => {
    const carried = webhookEventTypes.values.flatMap((type) => listFields(buildWebhookBodySchema(type)))
    expect([...collectClasses(carried)]).toEqual(['money', 'secret'])
    expect(Object.keys(webhookData)).toHaveLength(webhookEventTypes.values.length)
    const names = new Set(carried.filter(needsDataClass).map(({ name }) => name))
    expect([...names].toSorted()).toEqual(['campaignName', 'name', 'orderName', 'planName'])
    const body = listFields(WebhookAttempt).find(({ name }) => name === 'requestBody')
    expect(body?.classes).toEqual(['money'])
  })

  test('the file of a Mail Ready order has no contact columns', () => {
    const mailed = fileColumns.values.filter((column) => isColumnAvailable('MAIL_READY', column))
    const headers = mailed.flatMap((column) => fileHeaders[column] as readonly string[])
    expect(headers).toContain('Mailing Address')
    expect(headers.filter((header) => /phone|email|call/i.test(header))).toEqual([])
  })

  test('each class has a description', () => {
    for (const words of Object.values(dataClasses)) expect(words).toMatch(/^[A-Z].*[^.]$/)
  })
})
