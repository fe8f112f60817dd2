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
  buildHeader('webhook-id', 'The event: the same each time that it is sent, so that a repeat can be dropped', id),
  buildHeader('webhook-timestamp', 'When it was sent, in seconds of the epoch', '1793611800'),
  buildHeader(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`; of each secret that signs, ' +
      'with a blank between them',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const responses = {
  '2XX': { description: `The event was taken. Answer within ${webhookTimeoutMs / 1000} seconds, and work on it after` },
  '410': { description: 'Nothing is wanted any more: the webhook is disabled' },
  default: { description: 'The event was not taken, and is sent again later. No redirect is followed' },
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
