import type { components, operations, webhooks } from './schema.gen.ts'

type JsonContent<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : never

/** The request body of an operation. */
type RequestBody<Name extends keyof operations> = operations[Name] extends { requestBody: infer Given }
  ? JsonContent<Given>
  : never

/** The response body of an operation. */
type ResponseBody<Name extends keyof operations> = {
  [Status in keyof operations[Name]['responses']]: JsonContent<operations[Name]['responses'][Status]>
}[keyof operations[Name]['responses']]

/** The query of an operation. */
type RequestQuery<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>

/** Filters properties by place, property, owner and deed. */
export type Criteria = components['schemas']['Criteria']

export type CountRequest = RequestBody<'enterprise.count'>
/** How many leads match some criteria, what is excluded and why, and the price. */
export type Count = ResponseBody<'enterprise.count'>

export type NewOrder = RequestBody<'enterprise.place'>
export type Order = ResponseBody<'enterprise.place'>
/** An order with its history and its files. */
export type OrderDetail = ResponseBody<'enterprise.get'>
export type OrderQuery = RequestQuery<'enterprise.list'>
export type OrderPage = ResponseBody<'enterprise.list'>
/** An order in lists and events: with a summary of its criteria. */
export type ListedOrder = OrderPage['items'][number]

export type Lead = LeadPage['items'][number]
export type LeadQuery = RequestQuery<'enterprise.leads'>
export type LeadPage = ResponseBody<'enterprise.leads'>

export type FileQuery = RequestQuery<'enterprise.download'>
export type FileLink = ResponseBody<'enterprise.download'>

/** The events that a webhook can receive, such as `order.completed`. */
export type WebhookEventType = keyof webhooks

/** The event of a type. */
export type WebhookEventOf<Type extends WebhookEventType> = {
  [Each in Type]: JsonContent<webhooks[Each]['post']['requestBody']>
}[Type]

/** Any event; its `type` determines its `data`. */
export type WebhookEvent = WebhookEventOf<WebhookEventType>
