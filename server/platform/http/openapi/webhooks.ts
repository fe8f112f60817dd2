import { getExample } from '@dooryard/contract/api/examples'
import {
  buildWebhookBodySchema,
  type WebhookEventType,
  webhookData,
  webhookEventTypes,
  webhookVersion,
} from '@dooryard/contract/integrations/webhook-events'
import { webhookTimeoutMs } from '@dooryard/contract/integrations/webhooks'
import type { ZodOpenApiOperationObject } from 'zod-openapi'

const id = '019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21'

const buildHeader = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header' as const, required: true, description, example },
  schema: { type: 'string' as const },
})

const headers = [
  buildHeader('webhook-id', 'Event id, identical on retries; use it to deduplicate', id),
  buildHeader('webhook-timestamp', 'When it was sent, as Unix time in seconds', '1793611800'),
  buildHeader(
    'webhook-signature',
    'Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over ' +
      '`{webhook-id}.{webhook-timestamp}.{body}`',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const responses = {
  '2XX': { description: `Event accepted. Respond within ${webhookTimeoutMs / 1000} seconds, then process it` },
  '410': { description: 'Endpoint gone: the webhook is disabled' },
  default: { description: 'Event not accepted: it is sent again later. Redirects are not followed' },
}

type WebhookEventTerm = (typeof webhookEventTypes.terms)[number]

const buildWebhookOperation = ({ value: type, label, description }: WebhookEventTerm): ZodOpenApiOperationObject => ({
  operationId: `events.${type}`,
  summary: label,
  description,
  tags: ['Events'],
  security: [],
  parameters: headers,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: buildWebhookBodySchema(type), example: buildExampleBody(type) } },
  },
  responses,
})

const buildExampleBody = (type: WebhookEventType) => ({
  ...{ id, type, version: webhookVersion, timestamp: '2026-11-02T09:30:00.000Z' },
  ...(type === 'webhook.test' && { isTest: true }),
  data: getExample(webhookData[type]),
})

export const webhookOperations = Object.fromEntries(
  webhookEventTypes.terms.map((term) => [term.value, { post: buildWebhookOperation(term) }]),
)
