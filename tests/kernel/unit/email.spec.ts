import { test } from '@japa/runner'
import { plainEmail } from '#kernel/text/email'

test.group('the one spelling of an email address', () => {
  test('{0} is {1}')
    .with([
      [' Bo@Example.COM ', 'bo@example.com'],
      ['bö@example.com', 'bö@example.com'],
      ['Bo@MÜNCHEN.example', 'bo@xn--mnchen-3ya.example'],
      ['bo@xn--mnchen-3ya.example', 'bo@xn--mnchen-3ya.example'],
      ['bo@mail.münchen。example', 'bo@mail.xn--mnchen-3ya.example'],
      ['a@b@münchen.example', 'a@b@xn--mnchen-3ya.example'],
    ] as const)
    .run(({ assert }, [typed, plain]) => {
      assert.equal(plainEmail(typed), plain)
      assert.equal(plainEmail(plain), plain)
    })

  test('what is no domain stays as it is: {$self}')
    .with(['bo', 'bo@', 'münchen', 'bo@ü/x', 'bo@ü?x', 'bo@ü#x', 'bo@ü%2eb', 'bo@ü:80', 'bo@ü\\x', 'bo@[ü]'])
    .run(({ assert }, typed) => {
      assert.equal(plainEmail(typed), typed)
    })
})
