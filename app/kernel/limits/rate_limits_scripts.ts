/**
 * The moment since which this Redis knows which nonces were used, in milliseconds. It stands in the last key. A Redis that
 * was flushed, or has started again empty, has lost it: then it knows them from now on.
 */
const KNOWN_SINCE = `
local function knownSince()
  local marker = KEYS[#KEYS]
  local since = redis.call('GET', marker)
  if since then return tonumber(since) end
  local time = redis.call('TIME')
  since = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('SET', marker, string.format('%.0f', since))
  return since
end`

/**
 * For requests for which every window has room, as nearly always: counts all of them and claims their nonces, or does
 * nothing when one window has too little room. It looks at each window once instead of at each request.
 * Keys: the windows, the nonces and the marker. Arguments: the number of windows, their length, and as JSON two lists: of each
 * window how many requests count in it and the lowest ceiling that one of them names, and the nonces' milliseconds.
 * Answer: nil when nothing was done, else JSON of what each window held before, of each nonce 1 when it was fresh, and the
 * moment since which nonces are known.
 */
export const TAKE_ALL = `${KNOWN_SINCE}
local windows, window_ms = tonumber(ARGV[1]), ARGV[2]
local asked = cjson.decode(ARGV[3])
local counts, lives = asked[1], asked[2]
local stored, fresh = {}, {}
if windows > 0 then
  stored = redis.call('MGET', unpack(KEYS, 1, windows))
  for i = 1, windows do
    stored[i] = tonumber(stored[i]) or 0
    if stored[i] + counts[2 * i - 1] > counts[2 * i] then return false end
  end
  for i = 1, windows do
    local count = counts[2 * i - 1]
    if count > 0 then
      if stored[i] == 0 then
        redis.call('SET', KEYS[i], count, 'PX', window_ms)
      else
        redis.call('INCRBY', KEYS[i], count)
      end
    end
  end
end
for i = 1, #lives do
  fresh[i] = redis.call('SET', KEYS[windows + i], 1, 'NX', 'PX', lives[i]) and 1 or 0
end
local since = 0
if #lives > 0 then since = knownSince() end
return cjson.encode({stored, fresh, since})
`

/**
 * For requests of which some may be refused. Reads all windows at once and takes the requests one after another: each
 * counts in its windows or, when one is full, in none, and then claims its nonce. What has changed of a window is
 * written once.
 * Keys: the windows, the nonces of those requests that have one, in their order, and the marker. Arguments: the number of
 * windows, their length, and as JSON, because one long argument costs both sides less than many short ones, what each window
 * has counted before and the requests: of each the milliseconds of its nonce (0 for none) and, for each of its windows,
 * the slot and the ceiling.
 * Answer, as JSON, for each request: full window (0 for none), its milliseconds, fresh (1, 0, or -1 for no nonce),
 * and how much of each of its windows is used; and the moment since which nonces are known.
 */
export const TAKE_EACH = `${KNOWN_SINCE}
local windows, window_ms = tonumber(ARGV[1]), ARGV[2]
local counted, requests = unpack(cjson.decode(ARGV[3]))
local stored, used = {}, {}
if windows > 0 then
  local read = redis.call('MGET', unpack(KEYS, 1, windows))
  for i = 1, windows do
    stored[i] = tonumber(read[i]) or 0
    used[i] = stored[i] + counted[i]
  end
end
local answers, nonce = {}, windows
for n, request in ipairs(requests) do
  local own = (#request - 1) / 2
  local answer = {0, 0, -1}
  local full = 0
  for i = own, 1, -1 do
    if used[request[2 * i]] >= request[2 * i + 1] then full = i end
  end
  for i = 1, own do
    local slot = request[2 * i]
    if full == 0 then used[slot] = used[slot] + 1 end
    answer[3 + i] = used[slot]
  end
  if full > 0 then
    answer[1] = full
    local left = redis.call('PTTL', KEYS[request[2 * full]])
    answer[2] = left > 0 and left or tonumber(window_ms)
  end
  if request[1] > 0 then
    nonce = nonce + 1
    if full == 0 then
      answer[3] = redis.call('SET', KEYS[nonce], 1, 'NX', 'PX', request[1]) and 1 or 0
    end
  end
  answers[n] = answer
end
for i = 1, windows do
  if used[i] > stored[i] then
    if stored[i] == 0 then
      redis.call('SET', KEYS[i], used[i], 'PX', window_ms)
    else
      redis.call('INCRBY', KEYS[i], used[i] - stored[i])
    end
  end
end
local since = 0
if nonce > windows then since = knownSince() end
return cjson.encode({answers, since})
`
