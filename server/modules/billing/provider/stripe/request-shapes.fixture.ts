import type Stripe from 'stripe'

/**
 * The parameters that our requests may have, recorded from the types and the documentation of the SDK. Each is checked
 * against those types, so an SDK that drops one, or makes one required, does not compile.
 */
export const recordedFrom = { sdk: '23.1.0', api: '2026-10-28.endive' }

export type Field = {
  is: 'text' | 'integer' | 'flag' | 'texts by name' | 'list' | 'object'
  required?: true
  /** Whether an empty text removes it. */
  canBeEmpty?: true
  values?: readonly string[]
  of?: Field
  fields?: Fields
}
export type Fields = { readonly [name: string]: Field | undefined }

type Text<T> = { is: 'text'; values?: readonly Literals<T>[] }
/** The values that the SDK names; it allows every other string as well. */
type Literals<T> = T extends string ? (string extends T ? never : T) : never
type FieldFor<T> =
  | ([Extract<T, string>] extends [never] ? never : Text<Extract<T, string>>)
  | OtherFieldFor<Exclude<T, string>>
type OtherFieldFor<T> = T extends number
  ? { is: 'integer' }
  : T extends boolean
    ? { is: 'flag' }
    : T extends readonly (infer Item)[]
      ? { is: 'list'; of: FieldFor<Item> }
      : T extends Stripe.MetadataParam
        ? { is: 'texts by name' } | { is: 'object'; fields: FieldsFor<T> }
        : T extends object
          ? { is: 'object'; fields: FieldsFor<T> }
          : never
type KnownName<T, Name extends keyof T> = string extends Name ? never : Name
type FieldsFor<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : KnownName<T, Name>]: FieldFor<NonNullable<T[Name]>> & {
    required: true
  }
} & {
  [Name in keyof T as undefined extends T[Name] ? KnownName<T, Name> : never]?: FieldFor<NonNullable<T[Name]>> & {
    required?: true
  }
}

/** `never` for every name that the SDK does not have; the compiler would not report it otherwise. */
type NoExtraFields<Given, Wanted> = {
  [Name in keyof Given]: Name extends keyof Wanted ? NoNestedExtraFields<Given[Name], NonNullable<Wanted[Name]>> : never
}
type NoNestedExtraFields<Given, Wanted> = Given extends { fields: infer Inner }
  ? { fields: NoExtraFields<Inner, Extract<Wanted, { fields: unknown }>['fields']> }
  : Given extends { of: infer Item }
    ? { of: NoNestedExtraFields<Item, Extract<Wanted, { of: unknown }>['of']> }
    : unknown

const shape =
  <Params>() =>
  <Given extends FieldsFor<Params>>(fields: Given & NoExtraFields<Given, FieldsFor<Params>>): Fields =>
    fields as Fields

const text = { is: 'text' } as const
const integer = { is: 'integer' } as const
const flag = { is: 'flag' } as const
const metadata = { is: 'texts by name' } as const
const requiredField = <F extends { is: string }>(field: F) => ({ ...field, required: true }) as const
const textEnum = <const Values extends readonly string[]>(...values: Values) => ({ is: 'text', values }) as const
const list = <F>(of: F) => ({ is: 'list', of }) as const
const object = <F>(fields: F) => ({ is: 'object', fields }) as const

const expand = list(text)
const interval = requiredField(
  object({ interval: requiredField(textEnum('day', 'week', 'month', 'year')), interval_count: integer }),
)
const anchor = object({ type: requiredField(textEnum('now', 'unchanged')) })
const item = object({
  id: text,
  price_data: object({
    currency: requiredField(text),
    product: requiredField(text),
    recurring: interval,
    unit_amount: integer,
  }),
})

const taxIdOwner = object({
  type: requiredField(textEnum('account', 'application', 'customer', 'self')),
  customer: text,
})

/** By method and path. Our code makes no other call. */
export const requestShapes: Record<string, Fields> = {
  'GET /v1/customers': shape<Stripe.CustomerListParams>()({ email: text, limit: integer }),
  'POST /v1/customers': shape<Stripe.CustomerCreateParams>()({ metadata }),
  'GET /v1/customers/{id}': shape<Stripe.CustomerRetrieveParams>()({ expand }),
  'POST /v1/customers/{id}': shape<Stripe.CustomerUpdateParams>()({
    email: text,
    name: text,
    address: {
      ...object({ line1: text, line2: text, city: text, state: text, postal_code: text, country: text }),
      canBeEmpty: true,
    },
    invoice_settings: object({ default_payment_method: text }),
  }),
  'GET /v1/customers/{id}/payment_methods': shape<Stripe.CustomerListPaymentMethodsParams>()({
    type: textEnum('card'),
    limit: integer,
  }),
  'GET /v1/tax_ids': shape<Stripe.TaxIdListParams>()({ owner: taxIdOwner, limit: integer }),
  'POST /v1/tax_ids': shape<Stripe.TaxIdCreateParams>()({
    type: requiredField(textEnum('us_ein', 'ca_bn', 'eu_vat', 'gb_vat', 'au_abn')),
    value: requiredField(text),
    owner: taxIdOwner,
  }),
  'DELETE /v1/tax_ids/{id}': shape<Stripe.TaxIdDeleteParams>()({}),
  'GET /v1/products/{id}': shape<Stripe.ProductRetrieveParams>()({}),
  'POST /v1/products': shape<Stripe.ProductCreateParams>()({ id: text, name: requiredField(text) }),
  'POST /v1/products/{id}': shape<Stripe.ProductUpdateParams>()({ name: text, active: flag }),
  'POST /v1/coupons': shape<Stripe.CouponCreateParams>()({
    amount_off: integer,
    currency: text,
    duration: textEnum('once', 'forever', 'repeating'),
    max_redemptions: integer,
    metadata,
  }),
  'POST /v1/checkout/sessions': shape<Stripe.Checkout.SessionCreateParams>()({
    mode: requiredField(textEnum('payment', 'subscription', 'setup')),
    customer: text,
    client_reference_id: text,
    metadata,
    success_url: text,
    cancel_url: text,
    expires_at: integer,
    currency: text,
    allowed_payment_method_types: list(textEnum('card')),
    adaptive_pricing: object({ enabled: flag }),
    discounts: list(object({ coupon: text })),
    line_items: list(
      object({
        quantity: integer,
        price_data: object({
          currency: requiredField(text),
          product: text,
          product_data: object({ name: requiredField(text) }),
          unit_amount: integer,
          recurring: object({ interval: requiredField(textEnum('day', 'week', 'month', 'year')) }),
        }),
      }),
    ),
    payment_intent_data: object({
      description: text,
      setup_future_usage: textEnum('off_session', 'on_session'),
      metadata,
    }),
    setup_intent_data: object({ metadata }),
    subscription_data: object({
      metadata,
      billing_mode: object({
        type: requiredField(textEnum('classic', 'flexible')),
        flexible: object({ proration_discounts: textEnum('included', 'itemized') }),
      }),
    }),
  }),
  'GET /v1/checkout/sessions/{id}': shape<Stripe.Checkout.SessionRetrieveParams>()({ expand }),
  'POST /v1/checkout/sessions/{id}/expire': shape<Stripe.Checkout.SessionExpireParams>()({}),
  'GET /v1/subscriptions/{id}': shape<Stripe.SubscriptionRetrieveParams>()({ expand }),
  'POST /v1/subscriptions/{id}': shape<Stripe.SubscriptionUpdateParams>()({
    items: list(item),
    metadata,
    cancel_at: text,
    cancel_at_period_end: flag,
    default_payment_method: text,
    billing_cycle_anchor: anchor,
    proration_behavior: textEnum('always_invoice', 'create_prorations', 'none'),
    proration_date: integer,
    payment_behavior: textEnum(
      'allow_incomplete',
      'default_incomplete',
      'error_if_incomplete',
      'pending_if_incomplete',
    ),
    add_invoice_items: list(
      object({
        quantity: integer,
        price_data: object({ currency: requiredField(text), product: requiredField(text), unit_amount: integer }),
      }),
    ),
    expand,
  }),
  'DELETE /v1/subscriptions/{id}': shape<Stripe.SubscriptionCancelParams>()({
    invoice_now: flag,
    prorate: flag,
    cancellation_details: object({ comment: text }),
  }),
  'GET /v1/invoices': shape<Stripe.InvoiceListParams>()({
    customer: text,
    subscription: text,
    status: textEnum('draft', 'open', 'paid', 'uncollectible', 'void'),
    limit: integer,
    expand,
  }),
  'GET /v1/invoices/{id}': shape<Stripe.InvoiceRetrieveParams>()({ expand }),
  'POST /v1/invoices/{id}/pay': shape<Stripe.InvoicePayParams>()({ payment_method: text }),
  'POST /v1/invoices/{id}/void': shape<Stripe.InvoiceVoidInvoiceParams>()({}),
  'POST /v1/invoices/create_preview': shape<Stripe.InvoiceCreatePreviewParams>()({
    subscription: text,
    subscription_details: object({
      items: list(item),
      billing_cycle_anchor: anchor,
      proration_behavior: textEnum('always_invoice', 'create_prorations', 'none'),
      proration_date: integer,
      cancel_at: text,
      cancel_at_period_end: flag,
    }),
  }),
  'GET /v1/invoice_payments': shape<Stripe.InvoicePaymentListParams>()({
    payment: object({ type: requiredField(textEnum('payment_intent')), payment_intent: text }),
  }),
  'GET /v1/payment_intents': shape<Stripe.PaymentIntentListParams>()({ customer: text, limit: integer, expand }),
  'GET /v1/payment_intents/{id}': shape<Stripe.PaymentIntentRetrieveParams>()({ expand }),
  'POST /v1/payment_intents': shape<Stripe.PaymentIntentCreateParams>()({
    amount: requiredField(integer),
    currency: requiredField(text),
    customer: text,
    payment_method: text,
    allowed_payment_method_types: list(textEnum('card')),
    off_session: flag,
    confirm: flag,
    description: text,
    metadata,
    expand,
  }),
  'GET /v1/charges/{id}': shape<Stripe.ChargeRetrieveParams>()({}),
  'GET /v1/disputes': shape<Stripe.DisputeListParams>()({ charge: text, limit: integer }),
  'GET /v1/refunds': shape<Stripe.RefundListParams>()({ payment_intent: text, limit: integer }),
  'POST /v1/refunds': shape<Stripe.RefundCreateParams>()({ payment_intent: text, amount: integer, metadata }),
}
