import { test } from '@japa/runner'
import { fileType } from '#kernel/files/file_type'
import { attachmentName } from '#support/rules/attachment_name'
import { assertAttachmentFits, ATTACHMENT_BOUNDS, attachmentIdsOf } from '#support/rules/ticket'

const latin = (text: string) => Buffer.from(text, 'latin1')

test.group('the type of a file', () => {
  test('is known by its first bytes: {$self}')
    .with([
      ['image/png', latin('\x89PNG\r\n\x1a\n\0\0')],
      ['image/jpeg', latin('\xff\xd8\xff\xe0')],
      ['image/gif', latin('GIF89a\x01\0')],
      ['image/webp', latin('RIFF\x10\0\0\0WEBPVP8 ')],
      ['image/heic', latin('\0\0\0\x18ftypheic')],
      ['image/bmp', latin('BM\x9a\0\0\0')],
      ['application/pdf', latin('%PDF-1.7\n%\xe2')],
      ['application/zip', latin('PK\x03\x04\x14\0')],
      ['application/gzip', latin('\x1f\x8b\x08\0')],
      ['text/plain', Buffer.from('BMW is a text too')],
      ['text/plain', Buffer.from('<html><script>alert(1)</script>')],
      ['text/plain', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['text/plain', Buffer.from('täxt\tin UTF-8\r\n')],
      ['text/plain', Buffer.from('cut within ä').subarray(0, -1)],
      ['application/octet-stream', latin('l\xe4tin')],
      ['application/octet-stream', latin('a\0b')],
      ['application/octet-stream', latin('MZ\x90\0')],
      ['application/octet-stream', Buffer.alloc(0)],
    ] as const)
    .run(({ assert }, [type, head]) => assert.equal(fileType(head), type))
})

test.group('the name of an attachment', () => {
  test('is one line without a folder: {$self}')
    .with([
      ['a.png', 'a.png'],
      [null, 'file'],
      ['  ', 'file'],
      ['..', 'file'],
      ['../../etc/passwd', '.._.._etc_passwd'],
      ['a\r\nSet-Cookie: b', 'a_Set-Cookie: b'],
      ['ev\u202etxt.exe', 'ev_txt.exe'],
      ['Überblick 🎉.pdf', 'Überblick 🎉.pdf'],
      ['🎉'.repeat(300), '🎉'.repeat(200)],
      ['\ud800.txt', '\ufffd.txt'],
    ] as const)
    .run(({ assert }, [sent, name]) => assert.equal(attachmentName(sent), name))

  test('has no NUL', ({ assert }) => {
    assert.throws(() => attachmentName('a\0b'), /NUL/)
  })
})

test.group('the bounds of attachments', () => {
  test('let the last byte in and no other', ({ assert }) => {
    const { ticketBytes, unused } = ATTACHMENT_BOUNDS
    assert.doesNotThrow(() => assertAttachmentFits({ bytes: ticketBytes - 5, unused: unused - 1 }, 5))
    assert.throws(() => assertAttachmentFits({ bytes: ticketBytes - 5, unused: 0 }, 6), /100 MiB/)
    assert.throws(() => assertAttachmentFits({ bytes: 0, unused }, 1), /not part of a message/)
  })

  test('count each attachment of a message once', ({ assert }) => {
    const ids = Array.from({ length: 10 }, (_, at) => `${at}`)
    assert.deepEqual(attachmentIdsOf([...ids, '0']), ids)
    assert.deepEqual(attachmentIdsOf(), [])
    assert.throws(() => attachmentIdsOf([...ids, 'x']), /at most 10/)
  })
})
