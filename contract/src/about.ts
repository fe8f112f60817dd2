import { z } from 'zod'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { line } from './line.ts'

const About = z
  .object({
    isDemo: z.boolean().meta({ description: 'Demo accounts and fictional properties' }),
    hasOutbox: z.boolean().meta({ description: 'Mails are shown at /dev/outbox instead of being sent' }),
    isExposed: z.boolean().meta({
      description: 'Other machines reach the portal, so that the outbox is for administrators alone',
    }),
    mapStyleUrl: z
      .url()
      .nullable()
      .meta({ description: 'A MapLibre style to draw maps on; null for the shapes of states and counties alone' }),
  })
  .meta({ id: 'About', example: { isDemo: true, hasOutbox: true, isExposed: false, mapStyleUrl: null } })
export type About = z.infer<typeof About>

/** A mail as it would have been sent. */
const OutboxMail = z
  .object({
    id: z.string(),
    to: classified('personal', z.string()),
    subject: classified(['personal', 'secret'], z.string()),
    html: classified(['personal', 'secret'], z.string()),
    text: classified(['personal', 'secret'], z.string()),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'OutboxMail',
    example: {
      id: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49',
      to: 'casey@example.com',
      subject: '271828 is your Dooryard code',
      html: '<p>271828</p>',
      text: '271828',
      createdAt: '2026-11-02T09:30:00.000Z',
    },
  })
export type OutboxMail = z.infer<typeof OutboxMail>

const Outbox = z
  .object({ items: z.array(OutboxMail) })
  .meta({ id: 'Outbox', example: { items: [exampleOf(OutboxMail)] } })

const OutboxQuery = z.object({ to: line().max(254).optional() })

export const about = {
  get: endpoint({
    method: 'GET',
    path: '/v1/about',
    summary: 'How this portal is run, as far as its public screens need to know',
    tag: 'Portal',
    access: 'ANYONE',
    response: About,
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/v1/dev/outbox',
    summary:
      'The last 50 mails, newest first, in a demo that sends none and that no other machine reaches; elsewhere not found',
    tag: 'Portal',
    access: 'ANYONE',
    query: OutboxQuery,
    response: Outbox,
    data: ['personal', 'secret'],
    errors: ['NOT_FOUND'],
  }),
}

export const adminOutbox = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/outbox',
    summary: 'The last 50 mails, newest first, in a demo that sends none, to administrators who are not of the demo',
    tag: 'Administration',
    access: ['SUPER_ADMIN'],
    query: OutboxQuery,
    response: Outbox,
    data: ['personal', 'secret'],
    errors: ['NOT_FOUND'],
  }),
}
