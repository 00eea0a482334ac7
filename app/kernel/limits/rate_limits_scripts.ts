/** The id of this run of Redis, which a restart and another node change; empty if the user may not read it. */
const THIS_RUN = `
local function thisRun()
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or ''
end`

/**
 * The time since when this Redis knows all used nonces, in milliseconds. The last key holds it, with the run that
 * recorded it. A Redis that was flushed has lost the value. One that was started again, or that takes over from
 * another one, may have an old copy of its data. In both cases the time is now: by the clock of the database, by which the
 * timestamps of calls are judged and which is the last argument, or by that of Redis if it is later. If only the clock of
 * Redis counted and it were slow, calls of before the loss could be replayed.
 */
const KNOWN_SINCE = `${THIS_RUN}
local function knownSince()
  local marker, run = KEYS[#KEYS], thisRun()
  local since, recorded = string.match(redis.call('GET', marker) or '', '^(%d+) ?(%w*)$')
  if since and (recorded == run or run == '') then return tonumber(since) end
  if recorded ~= '' then
    local time = redis.call('TIME')
    since = math.max(time[1] * 1000 + math.floor(time[2] / 1000), tonumber(ARGV[#ARGV]))
    since = string.format('%.0f', since)
  end
  redis.call('SET', marker, since .. ' ' .. run)
  return tonumber(since)
end`

/** Records that no nonce has been used yet, unless the time since when nonces are known is set. Key: the marker. */
export const BEGIN_MEMORY = `${THIS_RUN}
redis.call('SET', KEYS[1], '0 ' .. thisRun(), 'NX')`

/**
 * For batches in which every window has room, which is nearly always the case. Counts all requests and claims their
 * nonces, or does nothing if one window has too little room. It checks each window once instead of each request.
 * Keys: the windows, the nonces and the marker.
 * Arguments: the number of windows, their length in milliseconds, and two lists as JSON. The first list has, for each
 * window, the number of requests that count in it and the lowest ceiling that one of them names. The second list has
 * the lifetimes of the nonces in milliseconds. The last argument is the time of the database in milliseconds.
 * Result: nil if nothing was done. Otherwise JSON: the previous count of each window, for each nonce 1 if it was fresh
 * or else 0, and the time since when nonces are known.
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
 * For batches in which some requests may be refused. Reads all windows at once and handles the requests one after
 * another: each counts in its windows, or in none if one is full, and then claims its nonce. Each changed window is
 * written once.
 * Keys: the windows, the nonces of the requests that have one, in their order, and the marker.
 * Arguments: the number of windows, their length in milliseconds, and one JSON text, because one long argument costs
 * both sides less than many short ones. The JSON holds the local counts of the windows, and for each request the
 * lifetime of its nonce in milliseconds (0 for none) and the slot and ceiling of each of its windows. The last argument is
 * the time of the database in milliseconds.
 * Result, as JSON: for each request the full window (0 for none), the milliseconds until it opens, fresh (1, 0, or -1
 * for no nonce) and the used requests of each of its windows; then the time since when nonces are known.
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
