import type { BrowserError } from '@dooryard/contract/admin/error-reports'
import { BrowserClient, defaultStackParser, type Event, makeFetchTransport } from '@sentry/browser'
import { session } from '../session/session.ts'

let client: BrowserClient | undefined

/**
 * Sends a report to Sentry; returns whether it arrived. No integration is active, so that Sentry gets nothing but the
 * report: neither texts of the page nor bodies of calls.
 */
export async function sendToSentry(dsn: string, report: BrowserError): Promise<boolean> {
  client ??= new BrowserClient({
    ...{ dsn, integrations: [], stackParser: defaultStackParser, transport: makeFetchTransport },
    release: report.release,
  })
  let hasArrived = false
  const stopListening = client.on('afterSendEvent', (event, response) => {
    if (event.tags?.['error_id'] === report.id) hasArrived = (response.statusCode ?? 0) < 300
  })
  client.captureEvent(toSentryEvent(report))
  await client.flush(5_000)
  stopListening()
  return hasArrived
}

/** Sentry finds the event by the tag `error_id`: its own ids have another form. */
function toSentryEvent({
  id,
  name,
  message,
  stack,
  page,
  requestId,
  occurredAt,
  breadcrumbs = [],
}: BrowserError): Event {
  const { user } = session.get()
  return {
    level: 'error',
    platform: 'javascript',
    timestamp: Date.parse(occurredAt) / 1_000,
    transaction: page,
    tags: { error_id: id, layer: 'browser', ...(requestId && { request_id: requestId }) },
    ...(user && { user: { id: user.id } }),
    request: { headers: { 'User-Agent': navigator.userAgent } },
    exception: { values: [{ type: name, value: message, stacktrace: { frames: defaultStackParser(stack ?? '') } }] },
    breadcrumbs: breadcrumbs.map(({ at, kind, text }) => ({
      ...{ timestamp: Date.parse(at) / 1_000, category: kind.toLowerCase(), message: text },
    })),
  }
}
