import type { components, operations, webhooks } from './schema.gen.ts'

type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : never

/** The body that a call takes. */
type Body<Name extends keyof operations> = operations[Name] extends { requestBody: infer Given } ? Json<Given> : never

/** What a call answers with. */
type Answer<Name extends keyof operations> = {
  [Status in keyof operations[Name]['responses']]: Json<operations[Name]['responses'][Status]>
}[keyof operations[Name]['responses']]

/** The query that a call takes. */
type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>

/** Which properties: by place, property, owner and deed. */
export type Criteria = components['schemas']['Criteria']

export type CountRequest = Body<'enterprise.count'>
/** How many leads there are for some criteria, what is left out and why, and what they cost. */
export type Count = Answer<'enterprise.count'>

export type NewOrder = Body<'enterprise.place'>
export type Order = Answer<'enterprise.place'>
/** An order with its history and its files. */
export type OrderDetail = Answer<'enterprise.get'>
export type OrderQuery = Query<'enterprise.list'>
export type OrderPage = Answer<'enterprise.list'>
/** An order as it stands on a list and in events: with a summary of its criteria. */
export type ListedOrder = OrderPage['items'][number]

export type Lead = LeadPage['items'][number]
export type LeadQuery = Query<'enterprise.leads'>
export type LeadPage = Answer<'enterprise.leads'>

export type FileQuery = Query<'enterprise.download'>
export type FileLink = Answer<'enterprise.download'>

/** What a webhook can be told of: `order.completed`, for one. */
export type WebhookEventType = keyof webhooks

/** The event of a type. */
export type WebhookEventOf<Type extends WebhookEventType> = {
  [Each in Type]: Json<webhooks[Each]['post']['requestBody']>
}[Type]

/** Any event; its `type` says what its `data` holds. */
export type WebhookEvent = WebhookEventOf<WebhookEventType>
