import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Counts many requests in one round trip. All requests of one API key share three windows, so those that come
 * in together lock and write these rows once, not once each.
 *
 * `keys` are the windows, each of them once; a request names its own by position in `slots`, as many as
 * `sizes` says, with a ceiling each. The function locks the windows in key order, so that callers with common
 * windows wait for each other and never deadlock. Then it takes the requests one after another: each counts in
 * all of its windows or, when one is full, in none. At last the nonces of those that were counted are claimed;
 * of two equal ones the first is fresh.
 *
 * Answer: for each request the position of the full window among its own (0 for none), the milliseconds until
 * that opens, and whether its nonce was fresh (null without one); and for each of `slots` how much is used.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      drop function consume_limits;

      create function consume_limits(
        keys text[], sizes integer[], slots integer[], ceilings integer[], sent_nonces text[],
        nonce_ms bigint[], window_ms bigint, now_ms bigint,
        out denied integer[], out wait_ms bigint[], out fresh boolean[], out used integer[]
      ) language plpgsql as $$
      #variable_conflict use_column
      declare
        counts integer[];
        ends bigint[];
        at integer := 0;
        full_at integer;
        slot integer;
        claimed text[];
      begin
        loop
          select array_agg(w.used order by w.n), array_agg(w.until order by w.n) into counts, ends
          from (
            select t.n, r.used, r.until from unnest(keys) with ordinality t (key, n)
            join rate_limits r on r.key = t.key order by r.key for update of r
          ) w;
          exit when coalesce(cardinality(counts), 0) = cardinality(keys);
          insert into rate_limits (key, used, until)
            select key, 0, now_ms + window_ms from unnest(keys) key order by key
            on conflict (key) do nothing;
        end loop;
        for place in 1 .. cardinality(keys) loop
          if ends[place] <= now_ms then
            counts[place] := 0;
            ends[place] := now_ms + window_ms;
          end if;
        end loop;

        denied := array_fill(0, array[cardinality(sizes)]);
        wait_ms := array_fill(0::bigint, array[cardinality(sizes)]);
        used := array_fill(0, array[cardinality(slots)]);
        for request in 1 .. cardinality(sizes) loop
          full_at := 0;
          for place in 1 .. sizes[request] loop
            slot := slots[at + place];
            if counts[slot] >= ceilings[at + place] then
              full_at := place;
              wait_ms[request] := ends[slot] - now_ms;
              exit;
            end if;
          end loop;
          denied[request] := full_at;
          for place in 1 .. sizes[request] loop
            slot := slots[at + place];
            if full_at = 0 then
              counts[slot] := counts[slot] + 1;
            end if;
            used[at + place] := counts[slot];
          end loop;
          at := at + sizes[request];
        end loop;
        update rate_limits r set used = v.used, until = v.until
          from unnest(keys, counts, ends) v (key, used, until)
          where r.key = v.key and (r.used <> v.used or r.until <> v.until);

        if array_length(array_remove(sent_nonces, null), 1) > 0 then
          perform set_config('synchronous_commit', 'off', true);
          with taken as (
            insert into nonces as n (key, until)
              select s.nonce, now_ms + max(s.ms) from unnest(sent_nonces, nonce_ms, denied) s (nonce, ms, denied)
              where s.nonce is not null and s.denied = 0 group by s.nonce order by s.nonce
              on conflict (key) do update set until = excluded.until where n.until <= now_ms
              returning n.key
          )
          select array_agg(key) into claimed from taken;
        end if;
        select array_agg(case when s.nonce is not null and s.denied = 0
            then s.nonce = any(coalesce(claimed, '{}')) and s.turn = 1 end order by s.n)
          into fresh
          from (
            select n, nonce, denied, row_number() over (partition by nonce, denied = 0 order by n) as turn
            from unnest(sent_nonces, denied) with ordinality u (nonce, denied, n)
          ) s;
      end
      $$;
    `)
  }

  async down() {
    this.schema.raw('drop function consume_limits')
  }
}
