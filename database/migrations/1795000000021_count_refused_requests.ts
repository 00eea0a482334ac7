import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * `consume_windows` is `consume_limits` with one more parameter: `counted` holds, for each of `keys`, the number of
 * requests that a process has already counted in that window. They are added first, whatever the ceilings of the
 * requests are.
 *
 * `consume_limits` stays, because processes of the previous version call it during an upgrade.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function consume_windows(
        keys text[], counted integer[], sizes integer[], slots integer[], ceilings integer[], sent_nonces text[],
        nonce_ms bigint[], window_ms bigint, now_ms bigint,
        out denied integer[], out wait_ms bigint[], out fresh boolean[], out used integer[]
      ) language plpgsql as $$
      #variable_conflict use_column
      declare
        minute bigint := now_ms / window_ms;
        names text[];
        counts integer[];
        ends bigint[];
        at integer := 0;
        full_at integer;
        slot integer;
        claimed text[];
      begin
        loop
          select array_agg(w.key order by w.n), array_agg(w.used order by w.n), array_agg(w.until order by w.n)
            into names, counts, ends
          from (
            select distinct on (held.n) held.n, held.key, held.used, held.until from (
              select t.n, r.key, r.used, r.until
              from unnest(keys) with ordinality t (key, n)
              cross join (values (minute - 1), (minute)) m (minute)
              join rate_limits r on r.key = t.key || '@' || m.minute
              order by r.key for update of r
            ) held where held.until > now_ms order by held.n, held.until
          ) w;
          exit when coalesce(cardinality(counts), 0) = cardinality(keys);
          insert into rate_limits as r (key, used, until)
            select k || '@' || minute, 0, now_ms + window_ms from unnest(keys) k
            where not exists (
              select from rate_limits o
              where o.key in (k || '@' || (minute - 1), k || '@' || minute) and o.until > now_ms
            )
            order by k
            on conflict (key) do update set used = 0, until = excluded.until where r.until <= now_ms;
        end loop;

        for slot in 1 .. cardinality(keys) loop
          counts[slot] := counts[slot] + counted[slot];
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
        update rate_limits r set used = v.used
          from unnest(names, counts) v (key, used)
          where r.key = v.key and r.used <> v.used;

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
    this.schema.raw('drop function consume_windows')
  }
}
