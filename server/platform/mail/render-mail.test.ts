import { describe, expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const content = {
  subject: '271828 is your Dooryard code',
  preview: 'Enter it within 10 minutes.',
  heading: 'Verify your email address',
  body: ['Hello Zoë.', { code: '271828' }, { button: 'Sign in', to: '/login' }, { link: 'Help', to: '/help?a=1&b=2' }],
  reason: 'You get this mail because someone entered your address.',
}
const { html, text } = renderMail(content, 'https://portal.example.com')

describe('a mail', () => {
  test.each([
    'Hello Zoë.',
    '271828',
    'Sign in',
    'Help',
    content.heading,
    content.reason,
    'https://portal.example.com/login',
  ])('has %s in both of its forms', (part) => {
    expect(html).toContain(part)
    expect(text).toContain(part)
  })

  test('shows its code so that it is copied without spaces', () => {
    expect(html).toMatch(/letter-spacing:10px[^>]*>271828</)
  })

  test('has its links unbroken in the text, each on its own line', () => {
    expect(text.split('\n')).toContain('https://portal.example.com/help?a=1&b=2')
    expect(html).toContain('href="https://portal.example.com/help?a=1&amp;b=2"')
  })

  test('loads no remote content', () => {
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/)
  })

  test('keeps the lines of its text within 72 characters', () => {
    const long = renderMail(
      { ...content, body: ['word '.repeat(100).trim(), 'x'.repeat(100)] },
      'https://portal.example.com',
    )
    const lines = long.text.split('\n').filter((line) => !line.includes('xxx'))
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72)
    expect(long.text).toContain('x'.repeat(100))
  })
})

test('markup characters in any field are shown and not interpreted', () => {
  const evil = `<img src=x onerror="alert('1')">&amp;`
  const body = [evil, { code: evil }, { button: evil, to: `/"${evil}` }, { link: evil, to: `/'${evil}` }]
  const all = { subject: evil, preview: evil, heading: evil, body, reason: evil }
  const mail = renderMail(all, 'https://portal.example.com')
  expect(mail.html).not.toContain('<img')
  expect(mail.html.split('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;').length - 1).toBe(10)
  expect(mail.text).toContain(evil)
})
