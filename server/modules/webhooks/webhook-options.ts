import type { Context } from '../../platform/context.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'

export type WebhookOptions = {
  /** The way out to what webhooks call. */
  outbound: Outbound
  /** Keeps the caller's account open until the transaction ends, or refuses. */
  holdAccount: (ctx: Pick<Context, 'db' | 'actor'>) => Promise<void>
}
