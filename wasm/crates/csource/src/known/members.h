/*
 * Macros that declare members, for a text that comes without the headers that define them. What a text or its tree defines
 * goes before this. Each is written as what it makes of a layout: of a union of two equal structs one has it.
 */

/* Linux: include/linux/types.h, include/linux/bits.h */
#define DECLARE_BITMAP(name, bits) unsigned long name[((bits) + BITS_PER_LONG - 1) / BITS_PER_LONG]

/* Linux: include/linux/hashtable.h */
#define DECLARE_HASHTABLE(name, bits) struct hlist_head name[1 << (bits)]

/* Linux: include/uapi/linux/stddef.h, include/linux/stddef.h. The empty struct beside the array takes no room in C. */
#define DECLARE_FLEX_ARRAY(TYPE, NAME) TYPE NAME[]
#define __DECLARE_FLEX_ARRAY(TYPE, NAME) TYPE NAME[]
#define struct_group(NAME, MEMBERS...) struct { MEMBERS }
#define struct_group_attr(NAME, ATTRS, MEMBERS...) struct { MEMBERS } ATTRS
#define struct_group_tagged(TAG, NAME, MEMBERS...) struct { MEMBERS }

/* Linux: include/linux/cache.h (since 6.8, the aligned ones since 6.11). An aligned end is at a multiple of a long. */
#define CACHELINE_PADDING(name) char name[0] ____cacheline_aligned
#define ZONE_PADDING(name) char name[0] ____cacheline_aligned
#define __cacheline_group_begin(GROUP) unsigned char __cacheline_group_begin__##GROUP[0]
#define __cacheline_group_end(GROUP) unsigned char __cacheline_group_end__##GROUP[0]
#define __cacheline_group_begin_aligned(GROUP, ...) \
	unsigned char __cacheline_group_begin__##GROUP[0] __aligned((__VA_ARGS__ + 0) ? : SMP_CACHE_BYTES)
#define __cacheline_group_end_aligned(GROUP, ...) \
	unsigned char __cacheline_group_end__##GROUP[0] __aligned(sizeof(long)); \
	unsigned char __cacheline_group_pad__##GROUP[0] __aligned((__VA_ARGS__ + 0) ? : SMP_CACHE_BYTES)

/* Linux: include/linux/netdevice.h, a union with atomic_long_t */
#define NET_DEV_STAT(FIELD) union { unsigned long FIELD; unsigned long __##FIELD; }

/* Linux: include/linux/compiler_types.h, without CONFIG_RANDSTRUCT */
#define randomized_struct_fields_start
#define randomized_struct_fields_end

/*
 * Room that stable trees keep free, and what takes its place later, which an assertion keeps as small.
 * Android: include/linux/android_kabi.h
 */
#define ANDROID_KABI_RESERVE(number) unsigned long long android_kabi_reserved##number
#define ANDROID_KABI_USE(number, member) union { member; struct { unsigned long long android_kabi_reserved##number; }; }
#define ANDROID_KABI_USE2(number, one, other) \
	union { struct { one; other; }; struct { unsigned long long android_kabi_reserved##number; }; }
#define ANDROID_BACKPORT_RESERVE(number) unsigned long long android_backport_reserved##number
#define ANDROID_BACKPORT_USE(number, member) \
	union { member; struct { unsigned long long android_backport_reserved##number; }; }

/* RHEL: include/linux/rh_kabi.h. Its USE of several numbers at once is not this one. */
#define RH_KABI_RESERVE(number) unsigned long rh_reserved##number
#define RH_KABI_USE(number, member) union { member; struct { unsigned long rh_reserved##number; }; }
#define RH_KABI_USE2(number, one, other) \
	union { struct { one; other; }; struct { unsigned long rh_reserved##number; }; }

/* openEuler: include/linux/kabi.h */
#define KABI_RESERVE(number) unsigned long kabi_reserved##number
#define KABI_USE(number, member) union { member; struct { unsigned long kabi_reserved##number; }; }
#define KABI_USE2(number, one, other) union { struct { one; other; }; struct { unsigned long kabi_reserved##number; }; }

/* haproxy: include/haproxy/compiler.h, with threads. Its empty union takes no more room than this. */
#define THREAD_ALIGN(...) unsigned char __thread_align[0] __aligned((__VA_ARGS__ + 0) ? : 64)
#define ALWAYS_ALIGN(bytes) unsigned char __thread_align[0] __aligned(bytes)
#define ALWAYS_PAD(bytes) char __pad[bytes]

/* CPython: Include/object.h */
#define PyObject_HEAD PyObject ob_base
#define PyObject_VAR_HEAD PyVarObject ob_base
